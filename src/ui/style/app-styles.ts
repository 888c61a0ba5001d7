import styleSheet from './app.css?url'

/** The address of the style sheet of all pages; the router's own link would end in `#`, and parts that load later would load it again. */
export const appStyles = styleSheet
