import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compileMessages, reusePluralRules, shortenMessages, splitMessages } from './messages.config.ts'
import { precompress } from './precompress.config.ts'

/**
 * What every guest loads comes in two files, which compress better than forty: the frame of React and its router, and
 * all that the root and a registry's page need.
 */
const guestFiles = [
  { name: 'frame', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 2 },
  { name: 'guest', test: /src\/(root|registry\/pages\/registry-page)\.tsx/, priority: 1 },
]

/** Taken into the server's bundle for the few parts that are used: a start would read a thousand files of theirs. */
const bundled = [/^react-day-picker/, /^@?date-fns/, /^@base-ui\//, /^@floating-ui\//]

export default defineConfig({
  plugins: [
    compileMessages(),
    splitMessages(),
    shortenMessages(),
    reusePluralRules(),
    tailwindcss(),
    reactRouter(),
    precompress(),
  ],
  build: { assetsInlineLimit: 0 },
  // One server bundle: features, pages and mails share one module graph.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // A file of contracts or rules does nothing by being loaded: a page of which a loader alone asks for it goes without.
          treeshake: {
            moduleSideEffects: [{ test: /\/src\/.*\.(contract|rules)\.ts$/, sideEffects: false }],
          },
          output: { codeSplitting: { groups: guestFiles } },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: './src/app.ts' } },
      resolve: { noExternal: bundled },
    },
  },
})
