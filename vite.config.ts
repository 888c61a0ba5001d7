import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { words } from './words.config.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [paraglideVitePlugin(words), tailwindcss(), reactRouter()],
  build: {
    // One server bundle: features, pages and mails share one module graph.
    rollupOptions: isSsrBuild ? { input: './src/app.ts' } : {},
    assetsInlineLimit: 0,
  },
}))
