import { render } from 'preact'
import { Admin } from '../admin/admin'

render(<Admin />, document.body)
