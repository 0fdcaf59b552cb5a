# Writes ENTRY(name, declared, needsContext) for each driver call that libmusa exports but those on init, devices and
# contexts. `declared` is the name in musa.h whose type the call has.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "cannot list the symbols of ${LIBRARY}")
endif()
string(REGEX MATCHALL " T mu[A-Z][A-Za-z0-9_]*" entries "${symbols}")
file(READ ${CMAKE_CURRENT_LIST_DIR}/../../api/musa/Refused.cpp refused)
set(text "")
foreach(entry ${entries})
  string(REPLACE " T " "" name "${entry}")
  if(name MATCHES "^mu(Init|DriverGetVersion|GetError|GetProcAddress|Device|Ctx)")
    continue()
  endif()
  set(needs true)
  if(name MATCHES "^muMem(Pool|Address|Create|Release|Map$|Unmap|SetAccess|GetAccess|GetAllocation|Retain|Export|Import|GetHandle)")
    set(needs false) # they work on devices, pools and addresses, which belong to no context
  endif()
  if(name MATCHES "^mu(ModuleGetLoadingMode|Library(Load|Unload|Get(Kernel|Unified)|Enumerate)|Kernel(Get(Name|Lib|Param|Att)|Set))")
    set(needs false) # a library is all contexts'
  endif()
  if(refused MATCHES "HELICON_REFUSED\\(${name}\\)") # of no documented parameters
    string(APPEND text "ENTRY(${name}, undeclared, true)\n")
    continue()
  endif()
  string(REGEX REPLACE "(_ptds|_ptsz)$" "" declared "${name}")
  if(declared STREQUAL "muStreamBeginCapture") # the first version, which musa.h's macro hides
    set(declared beginCaptureOfOld)
  elseif(NOT declared STREQUAL "muStreamGetCaptureInfo_v2") # declared beside the first version
    string(REGEX REPLACE "_v[0-9]$" "" declared "${declared}")
  endif()
  string(APPEND text "ENTRY(${name}, ${declared}, ${needs})\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
