# `make install`: the program, the engine where the program looks for it (runner/engine_location), and the records as
# files for --catalog; those the program uses are inside it.
install(TARGETS torch-gpu-benchmark RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/torch-gpu-benchmark/data)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/torch-gpu-benchmark)
if(WGF_ENGINE)
  # Beside the front program in the build folder: that is the first place it looks.
  set_target_properties(torch-gpu-benchmark-engine PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  if(NOT CMAKE_BUILD_WITH_INSTALL_RPATH)  # the installed engine uses the LibTorch it was built with
    set_target_properties(torch-gpu-benchmark-engine PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
  install(TARGETS torch-gpu-benchmark-engine RUNTIME DESTINATION libexec/torch-gpu-benchmark)
  install(FILES ${CMAKE_BINARY_DIR}/torch-gpu-benchmark-engine.facts DESTINATION libexec/torch-gpu-benchmark)
endif()
