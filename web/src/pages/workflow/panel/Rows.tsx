export { Rows } from '../../../components/form/Rows.tsx'
