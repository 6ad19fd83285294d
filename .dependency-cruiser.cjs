/** One named rule for each arrow of docs/architecture.md; nothing else may be imported. */
const npm = '(^|/)node_modules/';
const builtIn = { dependencyTypesNot: ['core'] };
/** Entries of the client's package beside its index. */
const eipClientCarriers = '^packages/eip-client/src/carriers/(web-socket|stdio|http)-transport[.]ts$';
const tests = '[.]test[.]tsx?$|/testing/';

/** @param {string} name @param {string} comment @param {string} from @param {string[]} allowed */
const onlyFrom = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { pathNot: [from, ...allowed], ...builtIn },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    onlyFrom('eip-protocol-knows-zod-only', 'The wire is pure.', '^packages/eip-protocol/src/', [
      `${npm}zod/`,
    ]),
    {
      name: 'eip-protocol-has-no-io',
      comment: 'No sockets, files or OS in the wire.',
      severity: 'error',
      from: { path: '^packages/eip-protocol/src/', pathNot: `${tests}|/vectors/` },
      to: { dependencyTypes: ['core'] },
    },
    onlyFrom('eip-client-knows-protocol-only', "The Host's side of EIP.", '^packages/eip-client/src/', [
      '^packages/eip-protocol/src/index[.]ts$',
    ]),
    onlyFrom('native-input-knows-x11-only', 'The desktop knows no EIP.', '^packages/native-input/src/', [
      `${npm}(x11|koffi)/`,
    ]),
    onlyFrom('envd-knows-protocol-and-desktop', 'The daemon knows no models.', '^apps/envd/src/', [
      '^packages/(eip-protocol|native-input)/src/index[.]ts$',
      `${npm}(@types/ws|commander|pino|sharp|ws|zod)/`,
    ]),
    onlyFrom('webui-server-knows-no-desktop', 'The Host talks EIP only.', '^apps/webui/src/server/', [
      '^apps/webui/src/shared/',
      '^packages/(eip-client|eip-protocol)/src/index[.]ts$',
      eipClientCarriers,
      `${npm}(@types/ws|@ai-sdk/[a-z-]+|@fastify/[a-z-]+|@node-rs/argon2|ai|commander|fastify|fastify-plugin|kysely|libsql|micromark|micromark-extension-gfm|pino|prom-client|ws|yaml|zod)/`,
    ]),
    onlyFrom(
      'webui-client-knows-shared-only',
      'The browser shares HTTP schemas.',
      '^apps/webui/src/client/',
      [
        '^apps/webui/src/shared/',
        `${npm}(@types/react|@types/react-dom|@codemirror/[a-z-]+|@tanstack/[a-z-]+|lucide-react|react|react-aria-components|react-dom|react-markdown|rehype-highlight|remark-gfm|yaml|zod)/`,
      ],
    ),
    onlyFrom('webui-shared-knows-zod-only', 'Shared HTTP schemas are pure.', '^apps/webui/src/shared/', [
      `${npm}zod/`,
    ]),
    onlyFrom('e2e-drives-processes', 'Apps are processes; the client is a public library.', '^e2e/src/', [
      '^packages/(eip-client|eip-protocol)/src/index[.]ts$',
      eipClientCarriers,
      npm,
    ]),
    {
      name: 'testing-doubles-stay-in-tests',
      comment: 'No shipped entry point reaches the recording fake.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: `${tests}|^packages/eip-client/examples/` },
      to: { path: '/src/testing/' },
    },
    {
      name: 'x11-client-only-in-bindings',
      comment: 'The raw client stays behind the typed wrapper.',
      severity: 'error',
      from: { pathNot: '^packages/native-input/src/[a-z0-9/]+/bindings/' },
      to: { path: `${npm}(x11|koffi)/` },
    },
    {
      name: 'sql-only-in-repositories',
      comment: 'Repositories hold all SQL.',
      severity: 'error',
      from: { pathNot: '-repository[.](test[.])?ts$|^apps/webui/src/server/database/' },
      to: { path: `${npm}(kysely|libsql)/` },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['harness-source', 'types', 'import', 'node', 'default'],
    },
  },
};
