import { setState } from './set-state.ts'

export default setState({
  about:
    'Pauses the broadcast that is being sent. Nobody starts after this; guests who have started continue.',
  name: 'pause',
  from: ['sending'],
  to: 'paused',
  done: 'Broadcast paused.',
  none: 'No broadcast of this workflow is being sent.',
})
