# `make install`: the program, the engine where the program looks for it (runner/engine_location), and the records as
# files for --catalog; those the program uses are inside it.
install(TARGETS torch-gpu-benchmark RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/torch-gpu-benchmark/data)
install(FILES ${CMAKE_SOURCE_DIR}/python/make_package.py DESTINATION ${CMAKE_INSTALL_DATADIR}/torch-gpu-benchmark/python)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/torch-gpu-benchmark)
if(WGF_ENGINE)
  # Beside the front program in the build folder: that is the first place it looks.
  set_target_properties(torch-gpu-benchmark-engine PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  if(NOT CMAKE_BUILD_WITH_INSTALL_RPATH)
    # The installed engine uses the LibTorch it was built with. INSTALL_RPATH_USE_LINK_PATH would leave out .venv,
    # because it lies inside the project.
    get_target_property(libraries wgf_torch INTERFACE_LINK_LIBRARIES)
    set(library_folders "")
    foreach(library IN LISTS libraries)
      if(IS_ABSOLUTE "${library}")
        get_filename_component(folder "${library}" DIRECTORY)
        get_filename_component(folder "${folder}" ABSOLUTE)
        list(APPEND library_folders ${folder})
      endif()
    endforeach()
    list(REMOVE_DUPLICATES library_folders)
    set_target_properties(torch-gpu-benchmark-engine PROPERTIES INSTALL_RPATH "${library_folders}")
  endif()
  install(TARGETS torch-gpu-benchmark-engine RUNTIME DESTINATION libexec/torch-gpu-benchmark)
  install(FILES ${CMAKE_BINARY_DIR}/torch-gpu-benchmark-engine.facts DESTINATION libexec/torch-gpu-benchmark)
endif()
