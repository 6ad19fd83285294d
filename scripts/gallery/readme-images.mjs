/** Image of docs/images → the shot that it is. */
export const readmeImages = {
  'conversation.png': 'finished-1280-light.png',
  'pairing.png': 'pairing-waiting-1280-light.png',
  'approval.png': 'approval-1280-light.png',
  'evidence.png': 'click-mark-1280-light.png',
};
