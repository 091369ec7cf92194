; The set-up program for Windows: for one user, without an administrator.
; windows_setup.py gives Version, VersionNumbers, Source, Icon, Output and OutputName.
; Never run: it was written on another system.

[Setup]
AppId={{6E1B5D0C-3C2B-4E55-9A0E-5A1F0B7C9D42}
AppName=Hubbub
AppVersion={#Version}
AppVerName=Hubbub {#Version}
AppPublisher=The Hubbub authors
AppPublisherURL=https://hubbub-chat.github.io
VersionInfoVersion={#VersionNumbers}
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
DefaultDirName={autopf}\Hubbub
DefaultGroupName=Hubbub
DisableProgramGroupPage=yes
UninstallDisplayIcon={app}\hubbub.exe
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
ChangesAssociations=yes
CloseApplications=yes
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
SetupIconFile={#Icon}
LicenseFile={#SourcePath}\..\..\LICENSE
OutputDir={#Output}
OutputBaseFilename={#OutputName}
#ifdef Signed
SignTool=hubbub
SignedUninstaller=yes
#endif

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"
Name: "german"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
english.OpenModels=Open GGUF models with Hubbub
german.OpenModels=GGUF-Modelle mit Hubbub öffnen
english.ModelFile=GGUF language model
german.ModelFile=GGUF-Sprachmodell
english.RemoveData=Also delete your conversations and settings? They can't be brought back.
german.RemoveData=Auch Ihre Gespräche und Einstellungen löschen? Sie lassen sich nicht zurückholen.

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "models"; Description: "{cm:OpenModels}"

[InstallDelete]
; Files of the version before, which this one may not have.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Hubbub"; Filename: "{app}\hubbub.exe"
Name: "{autodesktop}\Hubbub"; Filename: "{app}\hubbub.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.gguf\OpenWithProgids"; ValueType: string; ValueName: "Hubbub.Model"; ValueData: ""; Flags: uninsdeletevalue; Tasks: models
Root: HKA; Subkey: "Software\Classes\Hubbub.Model"; ValueType: string; ValueName: ""; ValueData: "{cm:ModelFile}"; Flags: uninsdeletekey; Tasks: models
Root: HKA; Subkey: "Software\Classes\Hubbub.Model\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\hubbub.exe,0"; Tasks: models
Root: HKA; Subkey: "Software\Classes\Hubbub.Model\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\hubbub.exe"" ""%1"""; Tasks: models

[Run]
Filename: "{app}\hubbub.exe"; Description: "{cm:LaunchProgram,Hubbub}"; Flags: nowait postinstall skipifsilent

[Code]
procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  { A silent removal asks nobody, so it keeps everything. }
  if (Step = usPostUninstall) and not UninstallSilent then
    if MsgBox(CustomMessage('RemoveData'), mbConfirmation, MB_YESNO or MB_DEFBUTTON2) = IDYES then
      DelTree(ExpandConstant('{localappdata}\hubbub'), True, True, True);
end;
