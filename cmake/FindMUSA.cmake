# FindMUSA: builds MUSA sources with mcc inside a CMake project, in the manner of CMake's FindCUDA.
#
#   list(APPEND CMAKE_MODULE_PATH /path/to/musa/cmake)
#   find_package(MUSA REQUIRED)
#   musa_add_executable(app main.mu helper.cpp)
#
# Result variables:  MUSA_FOUND, MUSA_VERSION (also _MAJOR, _MINOR, _PATCH, _STRING), MUSA_TOOLKIT_ROOT_DIR,
#   MUSA_MCC_EXECUTABLE, MUSA_INCLUDE_DIRS, MUSA_LIBRARIES, MUSA_MUSART_LIBRARY, MUSA_MUSA_LIBRARY, and for each math
#   library that is installed MUSA_<NAME>_LIBRARIES (MUSA_MUBLAS_LIBRARIES, ...).
# Set by the project: MUSA_TOOLKIT_ROOT_DIR (before find_package), MUSA_MCC_FLAGS, MUSA_MCC_FLAGS_<CONFIG>,
#   MUSA_SEPARABLE_COMPILATION (device code may refer to other files: -fgpu-rdc), MUSA_VERBOSE_BUILD (prints the calls
#   of mcc), MUSA_PROPAGATE_HOST_FLAGS (ON), MUSA_LINK_LIBRARIES_KEYWORD.
# Commands: musa_add_executable(target [WIN32] [EXCLUDE_FROM_ALL] file... [OPTIONS option...])
#   musa_add_library(target [STATIC|SHARED|MODULE] [EXCLUDE_FROM_ALL] file... [OPTIONS option...])
#   musa_include_directories(dir...), musa_compile(objects-variable file... [STATIC|SHARED|MODULE] [OPTIONS option...])
# OPTIONS may be followed by DEBUG, RELEASE, RELWITHDEBINFO or MINSIZEREL and options for that configuration alone.
# .mu and .cu files go to mcc; another file does when its source property MUSA_SOURCE_PROPERTY_FORMAT is OBJ.

include(${CMAKE_CURRENT_LIST_DIR}/HeliconMusaRoot.cmake)
helicon_find_musa_root(MUSA_TOOLKIT_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}")

find_program(MUSA_MCC_EXECUTABLE NAMES mcc PATHS ${MUSA_TOOLKIT_ROOT_DIR}/bin NO_DEFAULT_PATH)
find_path(MUSA_INCLUDE_DIRS NAMES musa_runtime.h PATHS ${MUSA_TOOLKIT_ROOT_DIR}/include NO_DEFAULT_PATH)
find_library(MUSA_MUSART_LIBRARY NAMES musart PATHS ${MUSA_TOOLKIT_ROOT_DIR}/lib NO_DEFAULT_PATH)
find_library(MUSA_MUSA_LIBRARY NAMES musa PATHS ${MUSA_TOOLKIT_ROOT_DIR}/lib ${MUSA_TOOLKIT_ROOT_DIR}/lib/stubs
             NO_DEFAULT_PATH)
mark_as_advanced(MUSA_MCC_EXECUTABLE MUSA_INCLUDE_DIRS MUSA_MUSART_LIBRARY MUSA_MUSA_LIBRARY)
foreach(library mublas mublasLt mufft murand musparse musolver mupti mtrtc mccl mudnn)
  string(TOUPPER ${library} upper)
  find_library(MUSA_${upper}_LIBRARIES NAMES ${library} PATHS ${MUSA_TOOLKIT_ROOT_DIR}/lib NO_DEFAULT_PATH)
  mark_as_advanced(MUSA_${upper}_LIBRARIES)
endforeach()

helicon_read_musa_version(MUSA "${MUSA_TOOLKIT_ROOT_DIR}")
set(MUSA_VERSION_STRING "${MUSA_VERSION}")
set(MUSA_LIBRARIES ${MUSA_MUSART_LIBRARY})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUSA
  REQUIRED_VARS MUSA_TOOLKIT_ROOT_DIR MUSA_MCC_EXECUTABLE MUSA_INCLUDE_DIRS MUSA_MUSART_LIBRARY
  VERSION_VAR MUSA_VERSION)

option(MUSA_PROPAGATE_HOST_FLAGS "Give the flags of the C++ compiler to mcc as well" ON)
option(MUSA_SEPARABLE_COMPILATION "Let device code refer to other objects (-fgpu-rdc)" OFF)
option(MUSA_VERBOSE_BUILD "Print the calls of mcc" OFF)
mark_as_advanced(MUSA_PROPAGATE_HOST_FLAGS MUSA_SEPARABLE_COMPILATION MUSA_VERBOSE_BUILD)

# Directories for mcc alone; a macro, so that the variable lands in the caller's scope and its subdirectories.
macro(musa_include_directories)
  foreach(helicon_directory_ ${ARGN})
    get_filename_component(helicon_directory_ "${helicon_directory_}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND MUSA_MCC_INCLUDE_DIRS_USER "${helicon_directory_}")
  endforeach()
endmacro()

# Splits ARGN into files, words for add_library/add_executable, and options (with generator expressions for
# configurations) into <prefix>_FILES, <prefix>_WORDS and <prefix>_OPTIONS of the caller.
function(helicon_musa_split prefix)
  set(files) # cleared: the names may exist outside
  set(words)
  set(options)
  set(into files)
  set(configuration)
  foreach(argument ${ARGN})
    if(argument MATCHES "^(STATIC|SHARED|MODULE|EXCLUDE_FROM_ALL|WIN32|MACOSX_BUNDLE)$")
      list(APPEND words ${argument})
    elseif(argument STREQUAL "OPTIONS")
      set(into options)
      set(configuration)
    elseif(into STREQUAL "options" AND argument MATCHES "^(DEBUG|RELEASE|RELWITHDEBINFO|MINSIZEREL)$")
      set(configuration ${argument})
    elseif(into STREQUAL "options" AND configuration)
      list(APPEND options "$<$<CONFIG:${configuration}>:${argument}>")
    else()
      list(APPEND ${into} "${argument}")
    endif()
  endforeach()
  set(${prefix}_FILES "${files}" PARENT_SCOPE)
  set(${prefix}_WORDS "${words}" PARENT_SCOPE)
  set(${prefix}_OPTIONS "${options}" PARENT_SCOPE)
endfunction()

function(helicon_musa_is_source result file)
  get_source_file_property(format "${file}" MUSA_SOURCE_PROPERTY_FORMAT)
  get_source_file_property(header_only "${file}" HEADER_FILE_ONLY)
  set(is_source FALSE)
  if(format AND NOT format STREQUAL "OBJ")
    message(FATAL_ERROR "MUSA_SOURCE_PROPERTY_FORMAT of ${file} is ${format}; only OBJ is supported")
  endif()
  if((format OR file MATCHES "\\.(mu|cu)$") AND NOT header_only)
    set(is_source TRUE)
  endif()
  set(${result} ${is_source} PARENT_SCOPE)
endfunction()

# Options of one call of mcc, as a list that may hold generator expressions. TARGET is empty for musa_compile.
function(helicon_musa_flags result target kind)
  set(flags ${MUSA_MCC_FLAGS})
  foreach(configuration DEBUG RELEASE RELWITHDEBINFO MINSIZEREL)
    foreach(flag ${MUSA_MCC_FLAGS_${configuration}})
      list(APPEND flags "$<$<CONFIG:${configuration}>:${flag}>")
    endforeach()
  endforeach()
  if(MUSA_PROPAGATE_HOST_FLAGS)
    separate_arguments(host_flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
    foreach(configuration DEBUG RELEASE RELWITHDEBINFO MINSIZEREL)
      separate_arguments(more NATIVE_COMMAND "${CMAKE_CXX_FLAGS_${configuration}}")
      foreach(flag ${more})
        list(APPEND host_flags "$<$<CONFIG:${configuration}>:${flag}>")
      endforeach()
    endforeach()
    if(host_flags) # they may be those of another compiler
      list(PREPEND flags ${host_flags} -Wno-unknown-warning-option -Wno-ignored-optimization-argument)
    endif()
  endif()
  if(MUSA_SEPARABLE_COMPILATION)
    list(APPEND flags -fgpu-rdc)
  endif()
  if(target)
    set(pic "$<TARGET_PROPERTY:${target},POSITION_INDEPENDENT_CODE>")
    list(APPEND flags "$<$<BOOL:${pic}>:-fPIC>"
      "$<$<BOOL:$<TARGET_PROPERTY:${target},CXX_STANDARD>>:-std=gnu++$<TARGET_PROPERTY:${target},CXX_STANDARD>>")
  elseif(kind MATCHES "SHARED|MODULE" OR CMAKE_POSITION_INDEPENDENT_CODE)
    list(APPEND flags -fPIC)
  endif()
  if(NOT target AND CMAKE_CXX_STANDARD)
    list(APPEND flags -std=gnu++${CMAKE_CXX_STANDARD})
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# Adds the rule for one source; the object's path is returned.
function(helicon_musa_compile_one result target kind file options)
  get_filename_component(source "${file}" ABSOLUTE)
  if(NOT EXISTS "${source}")
    get_source_file_property(generated "${file}" GENERATED)
    if(generated)
      get_filename_component(source "${file}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    else()
      message(FATAL_ERROR "MUSA source ${source} does not exist")
    endif()
  endif()
  file(RELATIVE_PATH name "${CMAKE_CURRENT_SOURCE_DIR}" "${source}")
  string(REGEX REPLACE "\\.\\./|[: ]" "_" name "${name}")
  set(group ${target})
  if(NOT group)
    set(group musa_compile)
  endif()
  set(object "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${group}.dir/${name}.o")
  get_filename_component(folder "${object}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")

  helicon_musa_flags(flags "${target}" "${kind}")
  if(target)
    set(directories "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  else()
    get_property(directories DIRECTORY PROPERTY INCLUDE_DIRECTORIES)
    get_property(definitions DIRECTORY PROPERTY COMPILE_DEFINITIONS)
  endif()
  set(user_directories ${MUSA_MCC_INCLUDE_DIRS_USER})
  list(TRANSFORM user_directories PREPEND -I)
  set(language -x musa)
  if(source MATCHES "\\.(mu|cu)$") # mcc knows them by their names, and .cu files see CUDA's
    set(language)
  endif()
  set(call ${MUSA_MCC_EXECUTABLE} ${language} ${flags} ${options}
    "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>"
    ${user_directories} "$<$<BOOL:${directories}>:-I$<JOIN:${directories},$<SEMICOLON>-I>>")
  set(echo)
  if(MUSA_VERBOSE_BUILD)
    set(echo COMMAND ${CMAKE_COMMAND} -E echo ${call} -c "${source}" -o "${object}")
  endif()
  cmake_policy(PUSH)
  if(POLICY CMP0116)
    cmake_policy(SET CMP0116 NEW)
  endif()
  add_custom_command(OUTPUT "${object}" ${echo}
    COMMAND ${call} -MD -MF "${object}.d" -MT "${object}" -c "${source}" -o "${object}"
    DEPENDS "${source}" "${MUSA_MCC_EXECUTABLE}" DEPFILE "${object}.d"
    COMMENT "Building MUSA object ${name}.o" VERBATIM COMMAND_EXPAND_LISTS)
  cmake_policy(POP)
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set(${result} "${object}" PARENT_SCOPE)
endfunction()

# Splits files into what mcc makes and the rest.
function(helicon_musa_compile_all objects_result others_result target kind options)
  set(objects)
  set(others)
  foreach(file ${ARGN})
    helicon_musa_is_source(is_source "${file}")
    if(is_source)
      helicon_musa_compile_one(object "${target}" "${kind}" "${file}" "${options}")
      list(APPEND objects "${object}")
    else()
      list(APPEND others "${file}")
    endif()
  endforeach()
  set(${objects_result} "${objects}" PARENT_SCOPE)
  set(${others_result} "${others}" PARENT_SCOPE)
endfunction()

function(musa_compile objects_variable)
  helicon_musa_split(split ${ARGN})
  helicon_musa_compile_all(objects others "" "${split_WORDS}" "${split_OPTIONS}" ${split_FILES})
  set(${objects_variable} "${objects}" PARENT_SCOPE)
endfunction()

# What the two add_ functions share, after the target exists.
function(helicon_musa_finish_target target)
  target_include_directories(${target} PRIVATE ${MUSA_INCLUDE_DIRS})
  target_link_libraries(${target} ${MUSA_LINK_LIBRARIES_KEYWORD} ${MUSA_LIBRARIES})
  get_target_property(language ${target} LINKER_LANGUAGE)
  if(NOT language) # objects alone tell no language
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  endif()
endfunction()

function(musa_add_library target)
  helicon_musa_split(split ${ARGN})
  helicon_musa_compile_all(objects others ${target} "${split_WORDS}" "${split_OPTIONS}" ${split_FILES})
  add_library(${target} ${split_WORDS} ${others} ${objects})
  helicon_musa_finish_target(${target})
endfunction()

function(musa_add_executable target)
  helicon_musa_split(split ${ARGN})
  helicon_musa_compile_all(objects others ${target} "${split_WORDS}" "${split_OPTIONS}" ${split_FILES})
  add_executable(${target} ${split_WORDS} ${others} ${objects})
  helicon_musa_finish_target(${target})
endfunction()

function(musa_add_mublas_to_target target)
  target_link_libraries(${target} ${MUSA_LINK_LIBRARIES_KEYWORD} ${MUSA_MUBLAS_LIBRARIES})
endfunction()

function(musa_add_mufft_to_target target)
  target_link_libraries(${target} ${MUSA_LINK_LIBRARIES_KEYWORD} ${MUSA_MUFFT_LIBRARIES})
endfunction()
