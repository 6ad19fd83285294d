import { desktopPlans } from './desktop-plans.mjs';
import { failingPlans } from './failing-plans.mjs';
import { talkingPlans } from './talking-plans.mjs';

/**
 * @typedef {import('../steps.mjs').Reply & { paceMs?: number, cut?: boolean, silent?: boolean,
 *   failure?: { status: number, code: string, message: string } }} Saying
 * @typedef {(conversation: import('../conversation.mjs').Conversation) => Promise<Saying>} Plan
 */

/** @type {ReadonlyMap<string, Plan>} */
const plans = new Map(Object.entries({ ...desktopPlans, ...talkingPlans, ...failingPlans }));

/** What `GET /v1/models` lists. */
export const planNames = [...plans.keys()];

/** @param {string} model @returns {Plan | undefined} */
export const findPlan = (model) => plans.get(model);

/** @param {string} model */
export const takesImages = (model) => model !== 'no-images';
