/** What a device is called in lists and letters: names that are the same in every language, or null. */
export interface DeviceName {
  browser: string | null
  system: string | null
}

/** In this order: most browsers say the names of others too. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Reads a User-Agent header. */
export function parseUserAgent(agent: string): DeviceName {
  return { browser: firstIn(agent, browsers), system: firstIn(agent, systems) }
}

function firstIn(agent: string, names: [RegExp, string][]): string | null {
  return names.find(([mark]) => mark.test(agent))?.[1] ?? null
}

/** “Firefox · Windows”; null when neither is known. */
export function formatDeviceName({ browser, system }: DeviceName): string | null {
  return [browser, system].filter(Boolean).join(' · ') || null
}
