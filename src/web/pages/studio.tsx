import { render } from 'preact'
import { Studio } from '../studio/studio'

render(<Studio />, document.body)
