import { classNames } from '../style/class-names.ts'

/** The shop's own text: HTML that the server has sanitised down to paragraphs, headings, lists and links. */
export function ShopHtml({ html, className }: { html: string; className?: string }) {
  return <div className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
