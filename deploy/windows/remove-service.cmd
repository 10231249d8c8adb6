@echo off
rem Ends the service and takes it away. The books stay in %ProgramData%\Granary. Run it as administrator.
"%~dp0granary-service.exe" stop
"%~dp0granary-service.exe" uninstall
