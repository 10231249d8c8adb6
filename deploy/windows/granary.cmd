@echo off
rem Granary with the Node that came along, from any folder. Settings are in .env of the folder that it is run in.
"%~dp0bin\node.exe" "%~dp0src\start.mjs" %*
