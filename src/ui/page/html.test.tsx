import { lazy, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import type { RenderCached } from './cached-parts.ts'
import { createPartCache, renderWhole } from './html.ts'

test('a page with a part to load is rendered once it is there', async () => {
  const Dialog = lazy(async () => ({ default: () => <dialog open>Here</dialog> }))
  const page = (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  )
  expect(String(await renderWhole(page, undefined))).toContain('Here')
})

test('a page that fails tells how', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('no gifts')
  }
  await expect(renderWhole(<Broken />, undefined)).rejects.toThrow('no gifts')
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test('cached parts stand where they were rendered, once each is rendered at all', async () => {
  const beginDocument = createPartCache()
  const rendered: string[] = []
  const Part = ({ name }: { name: string }) => {
    rendered.push(name)
    return <b>{name}</b>
  }
  const document = async (names: string[]) => {
    const { renderCached, fill } = beginDocument()
    const item = (name: string, render: RenderCached) => (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what is kept of a part is its HTML
      <li key={name} dangerouslySetInnerHTML={{ __html: render(name, <Part name={name} />) }} />
    )
    return String(fill(await renderWhole(<ul>{names.map(name => item(name, renderCached))}</ul>, undefined)))
  }
  const item = (name: string) => `<li><b>${name}</b></li>`
  expect(await document(['Σοφία', 'B'])).toBe(`<ul>${item('Σοφία')}${item('B')}</ul>`)
  expect(await document(['B', '$&', 'Σοφία'])).toContain(
    `<ul>${item('B')}${item('$&amp;')}${item('Σοφία')}</ul>`,
  )
  expect(rendered).toEqual(['Σοφία', 'B', '$&'])
  // A mark of another document names no part of this one.
  const [other, here] = [beginDocument(), beginDocument()]
  const strange = Buffer.from(`<p>${other.renderCached('B', null)}</p>`)
  expect(String(other.fill(strange))).toBe('<p><b>B</b></p>')
  expect(() => here.fill(strange)).toThrow()
})
