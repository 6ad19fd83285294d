import { describeDesktopContract } from '../testing/desktop-contract.ts';
import { startXDesktop } from '../testing/x11/start-x-desktop.ts';

describeDesktopContract('X11 on Xvfb', () => startXDesktop());
