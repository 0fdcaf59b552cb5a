# FindMUSAToolkit: the libraries of the MUSA toolkit as imported targets, for projects that hold no device code of
# their own or use mcc as their C++ compiler; in the manner of CMake's FindCUDAToolkit.
#
#   find_package(MUSAToolkit REQUIRED [COMPONENTS mufft ...])
#   target_link_libraries(app PRIVATE MUSA::musart)
#
# Targets: MUSA::toolkit (headers alone), MUSA::musart, MUSA::musart_static, MUSA::musa_driver, and for each library
#   that is installed MUSA::mublas, mublas_static, mublasLt, mufft, murand, musparse, musolver, mupti, mtrtc, mccl, mudnn.
# Variables: MUSAToolkit_FOUND, MUSAToolkit_VERSION (_MAJOR, _MINOR, _PATCH), MUSAToolkit_ROOT, MUSAToolkit_BIN_DIR,
#   MUSAToolkit_MCC_EXECUTABLE, MUSAToolkit_INCLUDE_DIR, MUSAToolkit_INCLUDE_DIRS, MUSAToolkit_LIBRARY_DIR.

include(${CMAKE_CURRENT_LIST_DIR}/HeliconMusaRoot.cmake)
helicon_find_musa_root(MUSAToolkit_ROOT "${CMAKE_CURRENT_LIST_DIR}")

find_program(MUSAToolkit_MCC_EXECUTABLE NAMES mcc PATHS ${MUSAToolkit_ROOT}/bin NO_DEFAULT_PATH)
find_path(MUSAToolkit_INCLUDE_DIR NAMES musa_runtime.h PATHS ${MUSAToolkit_ROOT}/include NO_DEFAULT_PATH)
find_library(MUSAToolkit_musart_LIBRARY NAMES musart PATHS ${MUSAToolkit_ROOT}/lib NO_DEFAULT_PATH)
mark_as_advanced(MUSAToolkit_MCC_EXECUTABLE MUSAToolkit_INCLUDE_DIR MUSAToolkit_musart_LIBRARY)
set(MUSAToolkit_INCLUDE_DIRS ${MUSAToolkit_INCLUDE_DIR})
set(MUSAToolkit_BIN_DIR ${MUSAToolkit_ROOT}/bin)
set(MUSAToolkit_LIBRARY_DIR ${MUSAToolkit_ROOT}/lib)
set(MUSAToolkit_LIBRARY_ROOT ${MUSAToolkit_ROOT})
set(MUSAToolkit_TARGET_DIR ${MUSAToolkit_ROOT})
helicon_read_musa_version(MUSAToolkit "${MUSAToolkit_ROOT}")

if(MUSAToolkit_INCLUDE_DIR AND NOT TARGET MUSA::toolkit)
  add_library(MUSA::toolkit IMPORTED INTERFACE)
  target_include_directories(MUSA::toolkit SYSTEM INTERFACE ${MUSAToolkit_INCLUDE_DIR})
endif()

# helicon_musa_target(target file-names... [LINK targets...]); says in MUSAToolkit_<target>_FOUND whether it is there.
function(helicon_musa_target target)
  cmake_parse_arguments(wanted "" "" "LINK" ${ARGN})
  find_library(MUSAToolkit_${target}_LIBRARY NAMES ${wanted_UNPARSED_ARGUMENTS}
    PATHS ${MUSAToolkit_ROOT}/lib ${MUSAToolkit_ROOT}/lib/stubs NO_DEFAULT_PATH)
  mark_as_advanced(MUSAToolkit_${target}_LIBRARY)
  if(NOT MUSAToolkit_${target}_LIBRARY)
    set(MUSAToolkit_${target}_FOUND FALSE PARENT_SCOPE)
    return()
  endif()
  set(MUSAToolkit_${target}_FOUND TRUE PARENT_SCOPE)
  if(NOT TARGET MUSA::${target})
    add_library(MUSA::${target} UNKNOWN IMPORTED)
    set_target_properties(MUSA::${target} PROPERTIES IMPORTED_LOCATION ${MUSAToolkit_${target}_LIBRARY})
    target_link_libraries(MUSA::${target} INTERFACE MUSA::toolkit ${wanted_LINK})
  endif()
endfunction()

if(MUSAToolkit_INCLUDE_DIR)
  helicon_musa_target(musa_driver musa)
  helicon_musa_target(musart musart)
  helicon_musa_target(musart_static libmusart_static.a LINK MUSA::musa_driver)
  foreach(library mublas mublasLt mufft murand musparse musolver mupti mtrtc mccl mudnn)
    helicon_musa_target(${library} ${library} LINK MUSA::musart)
  endforeach()
  helicon_musa_target(mublas_static libmublas_static.a LINK MUSA::musart)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUSAToolkit
  REQUIRED_VARS MUSAToolkit_ROOT MUSAToolkit_INCLUDE_DIR MUSAToolkit_musart_LIBRARY
  VERSION_VAR MUSAToolkit_VERSION
  HANDLE_COMPONENTS)
