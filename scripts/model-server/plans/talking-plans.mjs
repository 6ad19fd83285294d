const answer = `## What I am

I am a **scripted model** on this machine: no provider, no key, no costs. I can

1. stream text with *Markdown*,
2. show code,
3. and end my turn.

\`\`\`ts
const click = { point: { x: 412, y: 230 }, button: 'left' };
\`\`\`

| word   | means                           |
| ------ | ------------------------------- |
| effect | what the system accepted        |
| image  | evidence, not a live view       |

![never loaded](https://example.invalid/pixel.png) <img src=x onerror=alert(1)> [a link](https://example.org/)
`;

const slowWords = 600;

/** The plans that only talk, by the name of the model. */
export const talkingPlans = {
  talker: async () => ({ reasoning: 'Somebody wants to know what I am.', text: answer }),

  /** Says back what it was asked. */
  echo: async (/** @type {import('../conversation.mjs').Conversation} */ { prompt }) => ({
    text: `You wrote: ${prompt}`,
  }),

  /** Counts for about a minute; meant to be stopped, or to be read while it goes on. */
  'slow-talker': async () => ({
    text: Array.from({ length: slowWords }, (_, index) => `word ${index + 1}`).join(', '),
    paceMs: 100,
  }),

  /** Takes no images: the server refuses a request that has one, as such models' servers do. */
  'no-images': async () => ({ text: 'I read text only.' }),
};
