@echo off
rem Runs Waggle from an archive on Windows: finds a Java and hands over to it. The file waggle beside it serves the other
rem systems. Not tried on Windows yet: a test compares the two files.
setlocal EnableExtensions DisableDelayedExpansion

set "launch_oldest=25"
for %%i in ("%~dp0..") do set "launch_root=%%~fi"
rem So that no program of the current folder runs in place of one on the PATH.
set "NoDefaultCurrentDirectoryInExePath=1"
if "%launch_root:;=%"=="%launch_root%" goto choose
>&2 echo waggle: Java cannot run from a folder with a semicolon in its name: "%launch_root%"
>&2 echo waggle: Maybe move the folder, or give it another name.
exit /b 2

rem --- which Java: that of the archive, WAGGLE_JAVA_HOME, JAVA_HOME, and the one on the PATH ---

:choose
if not exist "%launch_root%\runtime\" goto named
call :try "%launch_root%\runtime"
if defined launch_java goto found
>&2 echo waggle: "%launch_root%\runtime", the Java of this archive: %launch_flaw%
>&2 echo waggle: Maybe unpack the archive again.
exit /b 2

:named
if not defined WAGGLE_JAVA_HOME goto usual
call :try "%WAGGLE_JAVA_HOME%"
if defined launch_java goto found
>&2 echo waggle: WAGGLE_JAVA_HOME="%WAGGLE_JAVA_HOME%": %launch_flaw%
>&2 echo waggle: Maybe set it to the folder of a Java %launch_oldest% or newer, or unset it.
exit /b 2

:usual
set "launch_home_flaw=not set"
if not defined JAVA_HOME goto path
call :try "%JAVA_HOME%"
if defined launch_java goto found
set "launch_home_flaw=%launch_flaw%"

rem The java on the PATH may be a stand-in without a release file, so it is asked itself.
:path
set "launch_major="
set "launch_flaw=none"
for /f "tokens=3" %%v in ('java -XshowSettings:properties -version 2^>^&1 ^| findstr "java.specification.version"') do set "launch_major=%%v"
if not defined launch_major goto missing
for /f "delims=." %%m in ("%launch_major%") do set "launch_major=%%m"
set "launch_flaw=Java %launch_major%"
if %launch_major% LSS %launch_oldest% goto missing
for %%j in (java.exe) do set "launch_java=%%~$PATH:j"
if defined launch_java goto found
set "launch_flaw=no java.exe"

:missing
>&2 echo waggle: Java %launch_oldest% or newer is needed and no such Java was found.
>&2 echo   JAVA_HOME: %launch_home_flaw%
>&2 echo   the java on the PATH: %launch_flaw%
>&2 echo Maybe install Java %launch_oldest%, such as Eclipse Temurin, or set WAGGLE_JAVA_HOME to one.
exit /b 2

rem --- the run: options of Java for commands that end soon, and for those that may work for long ---

:found
set "launch_soon=-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:C1MaxInlineSize=20 -Djdk.reflect.useNativeAccessorOnly=true"
set "launch_long=-XX:+UseParallelGC"
set "launch_options=%launch_soon%"
for %%c in (solve resume replay eval outcome reputation serve mcp models) do if "%~1"=="%%c" set "launch_options=%launch_long%"

rem A collector that the user asked for wins.
if defined JDK_JAVA_OPTIONS goto asked
if defined JAVA_TOOL_OPTIONS goto asked
if not defined _JAVA_OPTIONS goto run
:asked
(set JDK_JAVA_OPTIONS & set JAVA_TOOL_OPTIONS & set _JAVA_OPTIONS) 2>nul | findstr /r /c:"-XX:+Use.*GC" >nul && set "launch_options="

:run
"%launch_java%" %launch_options% --enable-native-access=ALL-UNNAMED -cp "%launch_root%\lib\*" dev.waggle.cli.Main %*
exit /b %ERRORLEVEL%

rem Takes the java of folder %1 as launch_java, or leaves in launch_flaw what the folder lacks.
:try
set "launch_java="
set "launch_version="
set "launch_major=0"
set "launch_flaw=no bin\java.exe in it"
if not exist "%~1\bin\java.exe" exit /b 1
set "launch_flaw=no JAVA_VERSION in its release file"
if not exist "%~1\release" exit /b 1
for /f "usebackq tokens=1,2 delims==" %%a in ("%~1\release") do if "%%a"=="JAVA_VERSION" set "launch_version=%%~b"
if not defined launch_version exit /b 1
for /f "delims=.-+" %%m in ("%launch_version%") do set "launch_major=%%m"
set "launch_flaw=Java %launch_major%"
if %launch_major% LSS %launch_oldest% exit /b 1
set "launch_java=%~1\bin\java.exe"
exit /b 0
