# Writes product.cpp with the version and the commit being built; run at every build, so that the commit
# is never an old one. An unchanged file is left alone: nothing is rebuilt.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --abbrev=12 --dirty --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/product.cpp.in ${OUT} @ONLY)
