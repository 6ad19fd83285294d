import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { nastyService } from '../testing/nasty-service.ts';
import { createLogonTasks } from './logon-task.ts';
import { quoteWindows } from './quote-windows.ts';

const tasks = createLogonTasks({
  userSid: 'S-1-5-21-1-2-3-1001',
  stateDirectory: 'C:\\Users\\Jürgen Groß\\.a13n-envd',
  localData: 'C:\\Users\\Jürgen Groß\\AppData\\Local',
  servingProcess: () => Promise.resolve(812),
});
const name = { alias: 'desk', instance: 'default' };
const log = 'C:\\Users\\Jürgen Groß\\AppData\\Local\\a13n-envd\\Logs\\desk--1.a_b.log';

const leavesSchema = z.record(z.string(), z.string());

/** The text of every element without children, by its path, as an independent reader of XML understands it. */
const parseXml = (text: string): Record<string, string> => {
  const reader = `
import json, sys, xml.etree.ElementTree as tree
leaves = {}
def walk(element, path):
    path = path + '/' + element.tag.split('}')[1]
    for child in element: walk(child, path)
    if len(element) == 0: leaves[path] = element.text or ''
walk(tree.fromstring(sys.stdin.buffer.read()), '')
json.dump(leaves, sys.stdout)`;
  return leavesSchema.parse(
    JSON.parse(execFileSync('python3', ['-c', reader], { input: text, encoding: 'utf8' })),
  );
};

describe('a logon task', () => {
  const service = {
    ...nastyService(['--name', 'Jürgen & "Söhne" <100 %>', '--state-dir', 'D:\\my state\\']),
    executable: 'C:\\Program Files\\nodejs (x64)\\node.exe',
  };

  it('reads back as what was meant, whatever is in the paths', () => {
    const task = parseXml(tasks.render(service));
    expect(task).toMatchObject({
      '/Task/Actions/Exec/Command': service.executable,
      '/Task/Actions/Exec/Arguments': [...service.arguments, '--log-file', log].map(quoteWindows).join(' '),
      '/Task/Triggers/LogonTrigger/UserId': 'S-1-5-21-1-2-3-1001',
      '/Task/Principals/Principal/UserId': 'S-1-5-21-1-2-3-1001',
    });
  });

  it('runs as the person at the screen, with no higher rights, without end and once', () => {
    expect(parseXml(tasks.render(service))).toMatchObject({
      '/Task/Principals/Principal/LogonType': 'InteractiveToken',
      '/Task/Principals/Principal/RunLevel': 'LeastPrivilege',
      '/Task/Settings/ExecutionTimeLimit': 'PT0S',
      '/Task/Settings/MultipleInstancesPolicy': 'IgnoreNew',
    });
  });

  it('is ASCII, so that no encoding has to be guessed', () => {
    expect(tasks.render(service)).toMatch(/^[\n -~]*$/);
  });

  it('writes to the log file that the person chose', () => {
    const own = { ...service, arguments: [...service.arguments, '--log-file', 'D:\\own.log'] };
    expect(parseXml(tasks.render(own))['/Task/Actions/Exec/Arguments']).not.toContain('AppData');
  });

  it.each(['C:\\%TEMP%\\x', 'C:\\$(Arg0)\\x'])('refuses %s, which Windows would change', (path) => {
    expect(() => tasks.render({ ...service, arguments: [path] })).toThrow('would read a variable in it');
  });

  it('runs only while it is registered and its pairing is served', async () => {
    const answer =
      (exitCode: number, stdout = '') =>
      () =>
        Promise.resolve({ exitCode, stdout, stderr: '' });
    expect(await tasks.state(name, answer(0, '<?xml version="1.0"?><Task>'))).toMatchObject({
      isRunning: true,
      detail: 'registered, process 812',
    });
    expect(await tasks.state(name, answer(0))).toMatchObject({ isRegistered: false, isRunning: false });
    expect(await tasks.state(name, answer(1))).toMatchObject({ isRegistered: false, isRunning: false });
  });
});
