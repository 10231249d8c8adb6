@echo off
rem Makes Granary a service that starts with Windows. Run it as administrator, from the folder where it is to stay.
if not exist "%~dp0granary-service.exe" (
  echo granary-service.exe is missing. It is WinSW 2.12 or later, WinSW-x64.exe from https://github.com/winsw/winsw/releases:
  echo put it into this folder under the name granary-service.exe, and run install-service.cmd again.
  exit /b 1
)
if not exist "%ProgramData%\Granary" mkdir "%ProgramData%\Granary"
"%~dp0granary-service.exe" install || exit /b 1
"%~dp0granary-service.exe" start || exit /b 1
echo Granary is starting at http://127.0.0.1:3000. The link for the first sign-in is in %ProgramData%\Granary\logs
