import type { CompilerOptions } from '@inlang/paraglide-js'

/** How the message files become typed functions; used by the build, the type check and the tests. */
export const words = {
  project: './project.inlang',
  outdir: './src/paraglide',
  // The address decides, then the cookie (product.md 28); both are read by our own code, see src/server/language.ts.
  strategy: ['custom-page', 'baseLocale'],
  cookieName: 'I18N_LANGUAGE',
  emitTsDeclarations: false,
} satisfies CompilerOptions
