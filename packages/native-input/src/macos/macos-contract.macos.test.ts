import { describeDesktopContract, describeTextContract } from '../testing/desktop-contract.ts';
import { startMacosDesktop } from '../testing/macos/start-macos-desktop.ts';

describeDesktopContract('macOS on its double', () => startMacosDesktop());
describeTextContract('macOS on its double', () => startMacosDesktop());
