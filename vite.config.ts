import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { precompress } from './precompress.config.ts'
import { words, wordsOfEachPage } from './words.config.ts'

export default defineConfig({
  plugins: [paraglideVitePlugin(words), wordsOfEachPage(), tailwindcss(), reactRouter(), precompress()],
  build: { assetsInlineLimit: 0 },
  // One server bundle: features, pages and mails share one module graph.
  environments: { ssr: { build: { rollupOptions: { input: './src/app.ts' } } } },
})
