import { AuditSection } from './audit-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import './security.css';

/** Settings → Security: who may come in, and what was done with it. */
export function SecurityPage() {
  return (
    <div className="settings">
      <div className="settings-head">
        <div>
          <h2>Security</h2>
          <p>Who can get in, and what happened.</p>
        </div>
      </div>
      <SessionsSection />
      <TokensSection />
      <PasswordSection />
      <AuditSection />
    </div>
  );
}
