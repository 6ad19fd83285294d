import type { ProtocolVersion } from '@harness-desktop/eip-protocol';
import { createFakeDesktop } from '@harness-desktop/native-input/testing';
import type { FakeDesktop, FakeDesktopOptions } from '@harness-desktop/native-input/testing';
import { describeDevice } from '../device/device-descriptor.ts';
import type { DeviceDependencies } from '../device/device-resources.ts';
import { createDevice } from '../device/device.ts';
import type { Device } from '../device/device.ts';
import { createLogger } from '../logging/create-logger.ts';
import type { EncodedImage } from '../observations/encode-image.ts';
import type { PathStyle } from '../paths/eip-path.ts';
import { createFakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { connectTestHost } from './test-host.ts';
import type { TestHost } from './test-host.ts';

export type TestDevice = {
  readonly device: Device;
  readonly clock: FakeClock;
  /** One a session, in the order they were opened. */
  readonly desktops: FakeDesktop[];
  readonly logLines: string[];
};

export type TestDeviceOptions = {
  readonly computerUse?: boolean;
  /** What the test Host speaks; the public version unless given. */
  readonly protocolVersion?: ProtocolVersion;
  readonly pathStyle?: PathStyle;
  readonly desktop?: FakeDesktopOptions;
  readonly overrides?: Partial<DeviceDependencies>;
};

export const testImageBytes = new Uint8Array(3000).map((_, index) => index % 251);

/** What an encoder would have made. */
export const testImage = (bytes: Uint8Array = testImageBytes): EncodedImage => ({
  width: 1280,
  height: 720,
  bytes,
  mimeType: 'image/jpeg',
  pixels: new Uint8Array(),
});

/** A device with fake desktops, fake time and images that need no encoder. Gestures run in real time. */
export const createTestDevice = (options: TestDeviceOptions = {}): TestDevice => {
  const clock = createFakeClock();
  const desktops: FakeDesktop[] = [];
  const logLines: string[] = [];
  const logger = createLogger({ level: 'trace', human: false, write: (line) => logLines.push(line) });
  const capabilities = options.desktop?.capabilities ?? { scrollUnits: ['steps'], textInput: false };
  let nextId = 0;
  const descriptor = describeDevice({
    deviceId: 'device-1',
    generation: 7,
    name: 'desk',
    pathStyle: options.pathStyle ?? 'posix',
    workingDirectory: '/',
    identity: { uid: 1000, gid: 1000 },
    idleTimeoutMs: 60_000,
    disconnectGraceMs: 30_000,
    capabilities: options.computerUse === false ? null : capabilities,
  });
  const device = createDevice(descriptor, {
    clock,
    createId: () => String((nextId += 1)),
    log: logger.log,
    openDesktop: () => {
      const desktop = createFakeDesktop(options.desktop);
      desktops.push(desktop);
      return Promise.resolve(desktop);
    },
    driveLetters: () => [],
    encodeImage: () => Promise.resolve(testImage()),
    ...options.overrides,
  });
  return { device, clock, desktops, logLines };
};

export const initializeParams = {
  supported_protocol_versions: ['0.1'],
  client: { name: 'test-host', version: '1' },
};

export const openParams = {
  expected_device_id: 'device-1',
  expected_generation: 7,
  protocol_version: '0.1',
};

export type TestSession = TestDevice & {
  readonly host: TestHost;
  readonly sessionId: string;
  /** Params with a fresh operation id. */
  readonly params: (params?: Record<string, unknown>, operationId?: string) => Record<string, unknown>;
  /** The desktop of this session. */
  readonly desktop: () => FakeDesktop;
};

/** An initialized connection with an open, ready session. */
export const openTestSession = async (options: TestDeviceOptions = {}): Promise<TestSession> => {
  const made = createTestDevice(options);
  const host = connectTestHost(made.device);
  const { protocolVersion = '0.1' } = options;
  await host.call('initialize', { ...initializeParams, supported_protocol_versions: [protocolVersion] });
  const { descriptor } = await host.call('session.open', {
    ...openParams,
    protocol_version: protocolVersion,
  });
  const sessionId = descriptor.session_id;
  let nextOperation = 0;
  const params: TestSession['params'] = (given = {}, operationId) => {
    nextOperation += 1;
    return { context: { operation_id: operationId ?? `op-${nextOperation}` }, ...given };
  };
  await host.call('environment.readiness', params(), sessionId);
  const desktop = (): FakeDesktop => {
    const opened = made.desktops.at(-1);
    if (opened === undefined) throw new Error('no desktop was opened');
    return opened;
  };
  return { ...made, host, sessionId, params, desktop };
};
