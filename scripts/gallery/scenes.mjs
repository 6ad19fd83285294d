import { bindingScenes } from './scenes/binding-scenes.mjs';
import { environmentScenes } from './scenes/environment-scenes.mjs';
import { evidenceScenes } from './scenes/evidence-scenes.mjs';
import { faultScenes } from './scenes/fault-scenes.mjs';
import { operatorScenes } from './scenes/operator-scenes.mjs';
import { runScenes } from './scenes/run-scenes.mjs';
import { sessionScenes } from './scenes/session-scenes.mjs';
import { settingsScenes } from './scenes/settings-scenes.mjs';

/** One story from the first start to a server that is away. @type {readonly import('./stage.mjs').Scene[]} */
export const scenes = [
  ...sessionScenes,
  ...environmentScenes,
  ...settingsScenes,
  ...bindingScenes,
  ...runScenes,
  ...evidenceScenes,
  ...operatorScenes,
  ...faultScenes,
];
