import routes from '../src/routes.ts'

type Routes = { path?: string | undefined; file: string; children?: Routes | undefined }[]

/** Each page of src/routes.ts, with its file: about this registry, and with nonsense for every other part of its path. */
export function pagesAbout(
  code: string,
  list: Routes = routes as Routes,
  under = '',
): { path: string; file: string }[] {
  return list.flatMap(({ path = '', file, children = [] }) => {
    const full = path === '' ? under : `${under}/${path}`
    const filled = full
      .replace(':id', code)
      .replace(/\/:eventType\?/, '/wedding')
      .replace(/:\w+/g, 'nonsense')
      .replace(/\/?\*$/, '')
    return [{ path: filled || '/', file }, ...pagesAbout(code, children, full)]
  })
}
