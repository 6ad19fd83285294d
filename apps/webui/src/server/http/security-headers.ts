import helmet from '@fastify/helmet';
import type { ServerConfig } from '../config/server-config.ts';
import type { HttpApp } from './http-app.ts';
import { isApiPath, pathOf } from './request-path.ts';

/** The page needs none of them, so that not even script that got in could ask for them. */
const deniedFeatures = [
  ...['accelerometer', 'autoplay', 'bluetooth', 'camera', 'display-capture', 'encrypted-media', 'gamepad'],
  ...['geolocation', 'gyroscope', 'hid', 'identity-credentials-get', 'idle-detection', 'local-fonts'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'publickey-credentials-get', 'screen-wake-lock'],
  ...['serial', 'usb', 'web-share', 'window-management', 'xr-spatial-tracking'],
];
const permissionsPolicy = deniedFeatures.map((feature) => `${feature}=()`).join(', ');

/** No inline script or style, nothing from elsewhere, no framing; answers of the API are not kept unless they say so. */
export async function installSecurityHeaders(app: HttpApp, config: ServerConfig): Promise<void> {
  const behindTls = config.publicOrigin?.startsWith('https:') === true;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: behindTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', permissionsPolicy);
    if (isApiPath(pathOf(request))) reply.header('cache-control', 'no-store');
    done();
  });
}
