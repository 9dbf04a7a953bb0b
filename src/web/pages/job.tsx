import { render } from 'preact'
import { FigurePage } from '../figure/page'

render(<FigurePage />, document.body)
