import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../api/live-queries.ts';
import { Button } from '../design/button.tsx';
import { Segments, Switch } from '../design/choice.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Skeleton } from '../design/states.tsx';
import { checkoutRunner, connectCommand, guessPlatform, type Platform } from './connect-command.ts';
import { CopyButton } from './copy-button.tsx';
import { WaitingDevices } from './waiting-devices.tsx';

const platforms = [
  { value: 'linux', label: 'Linux' },
  { value: 'macos', label: 'macOS' },
  { value: 'windows', label: 'Windows' },
] as const;

const placeWords: Record<Platform, string> = {
  linux: 'Run this in a terminal inside the X11 session that you want to use. It needs Node 20.19 or later.',
  macos:
    'Run this in Terminal of the signed-in user. macOS then asks for Screen Recording and Accessibility. It needs Node 20.19 or later.',
  windows:
    'Run this in PowerShell or the Command Prompt of the signed-in user, not as administrator, and leave that window open. It needs 64-bit Windows 10 or later and Node 20.19 or later from nodejs.org. While Windows is locked or asks for an administrator, nothing can be seen or done.',
};

export function ConnectDeviceDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Connect a device"
      description="The device dials out to this address, so it needs no open port."
      width="wide"
      onClose={onClose}
      footer={<Button onPress={onClose}>Done</Button>}
    >
      <ConnectCommand />
      <section className="connect-step">
        <h3>Compare the code and approve</h3>
        <WaitingDevices />
      </section>
    </Dialog>
  );
}

function ConnectCommand() {
  const [platform, setPlatform] = useState<Platform>(() => guessPlatform(navigator.userAgent));
  const [computerUse, setComputerUse] = useState(false);
  const [fullControl, setFullControl] = useState(false);
  const { data: session } = useQuery(sessionQuery);
  const command = session && connectCommand({ origin: session.origin, platform, computerUse, fullControl });
  return (
    <>
      <section className="connect-step">
        <h3>Choose what the device offers</h3>
        <div className="connect-toggles">
          <Switch
            isSelected={computerUse}
            onChange={setComputerUse}
            description="Offers screenshots, pointer and keys of the desktop, and typing where the system has it. Each conversation still needs your leave for each kind of action."
          >
            Computer use
          </Switch>
          <Switch
            isSelected={fullControl}
            onChange={setFullControl}
            description="For files and commands: lets them reach everything that your user can, beyond the working directory. It never switches computer use on."
          >
            Full control
          </Switch>
        </div>
      </section>
      <section className="connect-step">
        <h3>Run the command on the desktop</h3>
        <div>
          <Segments
            label="System of the desktop"
            value={platform}
            options={platforms}
            onChange={setPlatform}
          />
        </div>
        {command === undefined ? (
          <Skeleton height={42} />
        ) : (
          <div className="command">
            <code>{command}</code>
            <CopyButton text={command} />
          </div>
        )}
        <p className="muted small">
          From a checkout of Harness Desktop, write <code>{checkoutRunner(platform)}</code> before it.
        </p>
        <p className="muted small">{placeWords[platform]}</p>
      </section>
    </>
  );
}
