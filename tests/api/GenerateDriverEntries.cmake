# Writes ENTRY(name, declared) for each driver call that needs a context: all that libmusa exports but those on init,
# devices, contexts and libraries. `declared` is the name in musa.h whose type the call has.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "cannot list the symbols of ${LIBRARY}")
endif()
string(REGEX MATCHALL " T mu[A-Z][A-Za-z0-9_]*" entries "${symbols}")
set(text "")
foreach(entry ${entries})
  string(REPLACE " T " "" name "${entry}")
  if(name MATCHES "^mu(Init|DriverGetVersion|GetError|GetProcAddress|Device|Ctx|ModuleGetLoadingMode)" OR
     name MATCHES "^mu(Library(Load|Unload|Get(Kernel|Unified)|Enumerate)|Kernel(Get(Name|Lib|Param|Att)|Set))") # of all contexts
    continue()
  endif()
  string(REGEX REPLACE "(_ptds|_ptsz)$" "" declared "${name}")
  string(REGEX REPLACE "_v[0-9]$" "" declared "${declared}")
  string(APPEND text "ENTRY(${name}, ${declared})\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
