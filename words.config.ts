import type { CompilerOptions } from '@inlang/paraglide-js'
import type { Plugin } from 'vite'

/** How the message files become typed functions; used by the build, the type check and the tests. */
export const words = {
  project: './project.inlang',
  outdir: './src/paraglide',
  // The address decides, then the cookie (product.md 28); both are read by our own code, see src/server/context/request-language.ts.
  strategy: ['custom-page', 'baseLocale'],
  cookieName: 'I18N_LANGUAGE',
  emitTsDeclarations: false,
} satisfies CompilerOptions

const catalogue = /^import \{ m \} from (['"])(.*\/paraglide\/messages)\.js\1;?$/m

/**
 * Each page loads its own words: `m.key` becomes an import of that one message. As members of one object all
 * messages of the site would travel together to every page.
 */
export function wordsOfEachPage(): Plugin {
  return {
    name: 'words-of-each-page',
    enforce: 'pre',
    // From the sources the messages come as one module, and nobody waits for their bytes.
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    transform(code) {
      const whole = catalogue.exec(code)
      if (!whole) return null
      const keys = new Set<string>()
      const said = code.replace(/(?<![\w.$])m\.([a-z][a-z0-9_]*)\b/g, (_, key: string) => {
        keys.add(key)
        return `m_${key}`
      })
      const imports = [...keys].map(key => `import { ${key} as m_${key} } from '${whole[2]}/${key}.js'`)
      return { code: said.replace(catalogue, imports.join(';')), map: null }
    },
  }
}

const asked = 'new Intl.PluralRules(locale, options).select(Number(input))'

/** Counted words are chosen by our own two forms; the compiler's would make new rules for each word that is said. */
export function pluralsByHand(): Plugin {
  return {
    name: 'plurals-by-hand',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/paraglide/registry.js')) return null
      if (!code.includes(asked)) throw new Error(`${id} chooses counted words in another way than before`)
      const chosen = code.replace(asked, 'pluralOf(Number(input))')
      return { code: `import { pluralOf } from '../base/plural.ts'\n${chosen}`, map: null }
    },
  }
}
