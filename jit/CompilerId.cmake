# Writes OUT: one hash over the names and contents of the sources under ROOT that decide what code is generated.
file(GLOB_RECURSE sources RELATIVE ${ROOT}
  ${ROOT}/simt/*.cpp ${ROOT}/simt/*.h ${ROOT}/jit/*.cpp ${ROOT}/jit/*.h ${ROOT}/kernel-ir/*)
list(SORT sources)
set(all "")
foreach(source ${sources})
  file(SHA256 ${ROOT}/${source} hash)
  string(APPEND all "${source} ${hash}\n")
endforeach()
string(SHA256 id "${all}")
string(SUBSTRING ${id} 0 16 id)
set(text "#define HELICON_COMPILER_ID \"${id}\"\n")
file(WRITE ${OUT} "${text}")
