"""E-mail through the server of the host. Everything here waits, and therefore runs in threads."""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid

from kronrat.server.notices.delivery import SENT, Delivery
from kronrat.server.settings import Settings

STEP_S = 15.0  # for one answer of the mail server
LONGEST_ADDRESS = 254
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")


@dataclass(frozen=True)
class Letter:
    to: str
    subject: str
    text: str
    stop: str = ""  # where one press ends all further letters


class MailLine:
    """A connection to the mail server that can be cut from outside, when it takes too long."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._cut = False

    def take(self, smtp: smtplib.SMTP) -> None:
        self._socket = smtp.sock
        if self._cut:
            self.cut()

    def cut(self) -> None:
        self._cut = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


def is_address(text: str) -> bool:
    """Whether a letter can be sent there. Only plain addresses: nothing in it can become a second one."""
    return len(text) <= LONGEST_ADDRESS and _ADDRESS.fullmatch(text) is not None and ".." not in text


def send(settings: Settings, letter: Letter, line: MailLine) -> Delivery:
    """Hand a letter to the mail server. Until its text is on its way, whatever fails has sent nothing."""
    try:
        smtp = _connected(settings, line)
    except (OSError, smtplib.SMTPException) as problem:
        return Delivery("failed", _code(problem))
    try:
        try:
            if settings.smtp_user:
                smtp.login(settings.smtp_user, settings.smtp_password)
            for code, said in (smtp.mail(_bare(settings.mail_from)), smtp.rcpt(letter.to)):
                if not 200 <= code < 300:
                    raise smtplib.SMTPResponseException(code, said)
        except (OSError, smtplib.SMTPException) as problem:
            return Delivery("failed", _code(problem))
        try:
            code, _ = smtp.data(_text(settings, letter))
        except smtplib.SMTPDataError as refused:
            return Delivery("failed", _code(refused))
        except (OSError, smtplib.SMTPException):
            return Delivery("unsure", "silent")
        return SENT if 200 <= code < 300 else Delivery("failed", str(code))
    finally:
        with suppress(OSError, smtplib.SMTPException):
            smtp.close()


def _connected(settings: Settings, line: MailLine) -> smtplib.SMTP:
    """Every step has its own time limit; the line is cut where all of them together take too long."""
    host, port, context = settings.smtp_host, settings.smtp_port, ssl.create_default_context()
    if settings.smtp_security == "tls":
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=STEP_S, context=context)
    else:
        smtp = smtplib.SMTP(host, port, timeout=STEP_S)
    line.take(smtp)
    smtp.ehlo_or_helo_if_needed()
    if settings.smtp_security == "starttls":
        smtp.starttls(context=context)
        line.take(smtp)
        smtp.ehlo_or_helo_if_needed()
    return smtp


def _text(settings: Settings, letter: Letter) -> bytes:
    message = EmailMessage(SMTP)
    message["From"] = settings.mail_from
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=_bare(settings.mail_from).rpartition("@")[2] or None)
    message["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        message["List-Unsubscribe"] = f"<{letter.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text)
    return message.as_bytes()


def _bare(sender: str) -> str:
    """The address in `Kronrat <games@example.org>`."""
    found = re.search(r"<([^>]+)>", sender)
    return found[1] if found else sender


def _code(problem: Exception) -> str:
    return str(problem.smtp_code) if isinstance(problem, smtplib.SMTPResponseException) else "unreachable"
