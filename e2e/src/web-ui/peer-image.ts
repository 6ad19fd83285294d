import sharp from 'sharp';

export const peerDisplay = { target_id: 'display-1', name: 'Scripted display', width: 960, height: 600 };
export const peerTarget = { x: 120, y: 90, width: 300, height: 200 };

/** The scripted desktop: grey, with a target that is red until it was clicked an odd number of times. */
export async function drawPeerDesktop(clicks: number): Promise<Buffer> {
  const { width, height } = peerDisplay;
  const colour = clicks % 2 === 0 ? '#c62828' : '#2e7d32';
  const target = sharp({
    create: { width: peerTarget.width, height: peerTarget.height, channels: 3, background: colour },
  });
  return sharp({ create: { width, height, channels: 3, background: '#eceff1' } })
    .composite([{ input: await target.png().toBuffer(), left: peerTarget.x, top: peerTarget.y }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
