"""Stands between the two sides of a move, and kills one of them at a point.

    python killing_proxy.py WHOM POINT COMMAND...

WHOM: sender or receiver. POINT: asked:N, before the receiver gets the N-th question; answered:N, before the sender gets
the N-th answer; rows:N, after the receiver got the header of the N-th table.
"""

import json
import os
import signal
import subprocess
import sys
import threading

whom, point, *command = sys.argv[1:]
receiver = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
assert receiver.stdin and receiver.stdout


def reach(here: str) -> None:
    if here != point:
        return
    if whom == "receiver":
        receiver.kill()
        receiver.wait()
    else:
        os.kill(os.getppid(), signal.SIGKILL)
        receiver.stdin.close()  # type: ignore[union-attr]
        receiver.wait()
    os._exit(1)


def pass_answers() -> None:
    for number, line in enumerate(receiver.stdout, start=1):  # type: ignore[arg-type]
        reach(f"answered:{number}")
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


answers = threading.Thread(target=pass_answers)
answers.start()
questions = tables = 0
for line in sys.stdin.buffer:
    message = json.loads(line) if line.startswith(b"{") else {}
    if message.get("do") not in (None, "copy"):
        questions += 1
        reach(f"asked:{questions}")
    receiver.stdin.write(line)
    receiver.stdin.flush()
    if "table" in message:
        tables += 1
        reach(f"rows:{tables}")
receiver.stdin.close()
answers.join()
