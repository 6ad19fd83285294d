import { Brain, Info, Scissors } from 'lucide-react';
import type { Message } from '../../shared/messages.ts';
import { Time } from '../time/time.tsx';
import { MessageText } from './message-text.tsx';
import './message.css';

/** What was said: by the person, by the model, or to the model by the server. */
export function MessageRow({ message }: { readonly message: Message }) {
  switch (message.role) {
    case 'user':
      return (
        <article className="message message-user" aria-label="You">
          <p className="plain-text">{message.text}</p>
          <Time value={message.created_at} format="clock" />
        </article>
      );
    case 'assistant':
      return (
        <article
          className="message message-assistant"
          aria-label="Answer"
          aria-busy={message.state === 'streaming'}
        >
          <MessageText
            id={message.message_id}
            text={message.text}
            isStreaming={message.state === 'streaming'}
          />
          {message.state === 'cut' && <Cut />}
        </article>
      );
    case 'reasoning':
      return (
        <details className="message message-reasoning">
          <summary>
            <Brain size={14} aria-hidden="true" />
            {message.state === 'streaming' ? 'Thinking' : 'Thoughts of the model'}
          </summary>
          <p className="plain-text">{message.text}</p>
          {message.state === 'cut' && <Cut />}
        </details>
      );
    case 'notice':
      return (
        <p className="message message-notice">
          <Info size={13} aria-hidden="true" />
          <span>
            <span className="visually-hidden">Told to the model: </span>
            <bdi>{message.text}</bdi>
          </span>
        </p>
      );
  }
}

function Cut() {
  return (
    <p className="message-cut">
      <Scissors size={13} aria-hidden="true" />
      The stream ended here.
    </p>
  );
}
