#!/bin/bash
# A signal ends mcc as it ends a compiler: by that signal, no output, no temporary file, no child left behind.
. "$(dirname "$0")/common.sh"
# The compile-time loop takes far longer than the test; nothing here waits for it.
cat >slow.mu <<'EOF'
constexpr long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
constexpr long z = fib(45);
__global__ void k() {}
EOF
cat >interrupt.py <<'EOF'
import os, signal, subprocess, sys, time
name, tmp, command = sys.argv[1], sys.argv[2], sys.argv[3:]
number = getattr(signal, name)
def setup():
    os.setsid()
    for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(s, signal.SIG_DFL)
child = subprocess.Popen(command, preexec_fn=setup)
def passes():
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            if os.getsid(int(pid)) == child.pid and int(pid) != child.pid: found.append(int(pid))
        except OSError: pass
    return found
deadline = time.monotonic() + 60
while (len(passes()) < 2 or not os.listdir(tmp)) and time.monotonic() < deadline and child.poll() is None: time.sleep(0.01)
if len(passes()) < 2: sys.exit('the passes did not start')
os.kill(child.pid, number)
status = child.wait(60)
if status != -number: sys.exit(f'ended with {status}')
deadline = time.monotonic() + 60
while passes() and time.monotonic() < deadline: time.sleep(0.01)
if passes(): sys.exit('a pass is left')
EOF
for signal in SIGINT SIGTERM SIGHUP; do
  accepts "$signal" python3 interrupt.py $signal "$TMPDIR" "$MCC" -fconstexpr-steps=2000000000 -c slow.mu -o slow.o
  [ ! -e slow.o ]; report $? "  writes no object"
  nothingLeft
done
finish
