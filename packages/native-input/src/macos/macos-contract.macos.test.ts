import { describeDesktopContract } from '../testing/desktop-contract.ts';
import { describeText } from '../testing/desktop-contract/text.ts';
import { startMacosDesktop } from '../testing/macos/start-macos-desktop.ts';

describeDesktopContract('macOS on its double', () => startMacosDesktop());
describeText('macOS on its double', () => startMacosDesktop());
