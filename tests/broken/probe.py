import sys, time, tempfile, re
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent))
from broken import cases, write
from makers import MAKERS
import cardwright, traceback
from cardwright.source.diagnostics import render
want = sys.argv[1] if len(sys.argv) > 1 else ""
verbose = "-v" in sys.argv
import signal
def al(*a): raise TimeoutError
signal.signal(signal.SIGALRM, al)
for c in cases():
    signal.alarm(10)
    if want not in ("-v","") and want not in c.case: continue
    with tempfile.TemporaryDirectory() as t:
        t=Path(t)
        try:
            fs=write(c,t)
            if c.make: MAKERS[c.make](t/"base")
            s=time.process_time()
            r,rep=cardwright.examine(*fs,modules=c.modules)
            e=time.process_time()-s
        except BaseException as x:
            print("=====",c.case,"RAISED",type(x).__name__,str(x)[:200]); 
            tb=traceback.extract_tb(x.__traceback__)[-1]; print(tb.filename,tb.lineno); continue
        got=[]
        for d in rep.diagnostics:
            n=__import__("os").path.relpath(d.span.source.name,t/"base")
            l,co,el,ec=d.span.lines
            got.append((d.code,f"{n} {l}:{co}-{ec}" if el==l else f"{n} {l}:{co}-{el}:{ec}"))
        ok = len(got)==1 and got[0]==(c.code,c.at) and c.says in rep.diagnostics[0].message and c.help in rep.diagnostics[0].help and not c.rules
        if e>1: print("SLOW",e,c.case)
        if ok and not verbose: continue
        print("=====" ,("ok " if ok else ""), c.case,"| want",c.code,c.at, "| help:", c.help)
        for (code,at),d in zip(got,rep.diagnostics):
            print("   ",code,at,"|",d.message,"|",d.help)
            if len(d.span.text)<300: print(render(d))
