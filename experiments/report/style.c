#include "experiments/report/page.h"

/* Light or dark by the reader's system; printed always light, without scroll boxes. */
const char *const us_page_style[] = {
    ":root{color-scheme:light dark;"
    "--paper:#fff;--panel:#f6f8fa;--ink:#1f2328;--soft:#59636e;--rule:#d0d7de;--accent:#0a5ea8;"
    "--c1:#0072b2;--c2:#d55e00;--c3:#00805c;--c4:#b4588b;--c5:#2b8fce;--c6:#b77d00;--c7:#7a6aa6;"
    "--c8:#6e6e6e}\n",
    "@media screen and (prefers-color-scheme:dark){:root{"
    "--paper:#14171c;--panel:#1c2128;--ink:#e3e7ec;--soft:#a0a9b4;--rule:#343b45;--accent:#7cb9f0;"
    "--c1:#5aa9e6;--c2:#f0894a;--c3:#3fbf96;--c4:#dd9bc0;--c5:#8fcdf5;--c6:#e8b445;--c7:#ab9fd6;"
    "--c8:#a6a6a6}}\n",
    "*{box-sizing:border-box}\n",
    "html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n",
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:17px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',"
    "sans-serif;overflow-wrap:anywhere}\n",
    "header,main,footer{max-width:60rem;margin:0 auto;padding:0 1.25rem}\n",
    "header{padding-top:3rem}\n",
    "h1{font-size:2rem;line-height:1.2;margin:0 0 "
    ".4rem;letter-spacing:-.015em;text-wrap:balance}\n",
    "h2{font-size:1.3rem;line-height:1.3;margin:0 0 .9rem;letter-spacing:-.008em}\n",
    "h3{font-size:1.02rem;margin:1.8rem 0 .5rem}\n",
    "p{margin:.6rem 0;max-width:42rem}\n",
    ".under,figcaption,.missing,caption,footer{color:var(--soft);font-size:.9rem}\n",
    "section{margin:3.2rem 0 0;padding-top:1.6rem;border-top:1px solid var(--rule)}\n",
    "section#verdict{border-top:0;padding-top:0;margin-top:1.8rem}\n",
    "a{color:var(--accent)}\n",
    ".verdicts{list-style:none;margin:0;padding:0}\n",
    ".verdicts li{display:grid;grid-template-columns:8.6rem 1fr;gap:.2rem 1rem;"
    "padding:.85rem 1.1rem;margin:0 0 .6rem;background:var(--panel);border-radius:8px;"
    "border-left:4px solid var(--soft)}\n",
    ".verdicts .better{border-color:var(--c3)}.verdicts .worse{border-color:var(--c2)}"
    ".verdicts .equivalent{border-color:var(--c1)}\n",
    ".verdicts b{font-weight:650;white-space:nowrap}\n",
    ".verdicts .better b{color:var(--c3)}.verdicts .worse b{color:var(--c2)}"
    ".verdicts .equivalent b{color:var(--c1)}\n",
    ".notes{padding-left:1.2rem;color:var(--soft);max-width:42rem}\n",
    ".notes li{margin:.25rem 0}\n",
    "figure{margin:1.2rem 0 .6rem}\n",
    ".plot{overflow-x:auto}\n",
    ".plot svg{display:block;width:100%;min-width:40rem;max-width:57rem;height:auto;"
    "color:var(--ink);font-family:inherit}\n",
    ".plot text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',"
    "'DejaVu Sans',sans-serif;font-variant-numeric:tabular-nums}\n",
    "figcaption{max-width:42rem;margin-top:.4rem}\n",
    ".files{white-space:nowrap;font-family:ui-monospace,monospace;font-size:.85em}\n",
    ".missing{padding:.6rem .9rem;background:var(--panel);border-left:4px solid var(--rule);"
    "border-radius:4px}\n",
    ".scroll{overflow:auto;max-height:42rem;margin:1.1rem 0}\n",
    ".plot:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);"
    "outline-offset:3px}\n",
    "table{border-collapse:collapse;font-size:.86rem;line-height:1.4;"
    "font-variant-numeric:tabular-nums}\n",
    "caption{text-align:left;padding:0 0 .5rem;caption-side:top}\n",
    "th,td{padding:.32rem .8rem .32rem 0;text-align:left;vertical-align:top;"
    "border-bottom:1px solid "
    "var(--rule);overflow-wrap:normal;white-space:nowrap;font-weight:400}\n",
    "thead th{position:sticky;top:0;background:var(--paper);font-weight:600;white-space:nowrap;"
    "color:var(--soft)}\n",
    "th.n,td.n{text-align:right;padding-right:1rem;white-space:nowrap}\n",
    "pre{font:.8rem/1.5 ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',monospace;"
    "background:var(--panel);padding:.8rem 1rem;border-radius:6px;overflow-x:auto;"
    "white-space:pre-wrap;max-height:30rem}\n",
    "code{font-family:ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',monospace;"
    "font-size:.88em}\n",
    ".changes{padding-left:1.2rem;font-size:.9rem;max-width:46rem}.changes li{margin:.35rem 0}\n",
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.4rem;font-size:.9rem;"
    "margin:1rem 0}\n",
    "dt{color:var(--soft)}dd{margin:0}\n",
    "footer{margin-top:3.5rem;padding-bottom:3rem}\n",
    "@media (max-width:40rem){body{font-size:16px}header{padding-top:1.8rem}h1{font-size:1.6rem}"
    ".verdicts li{grid-template-columns:1fr}dl{grid-template-columns:1fr;gap:0}"
    "dd{margin-bottom:.5rem}section{margin-top:2.4rem}}\n",
    "@media "
    "print{body{font-size:10.5pt}header,main,footer{max-width:none;padding:0}"
    ".scroll,pre{max-height:none;overflow:visible}.plot{overflow:visible}"
    ".plot svg{min-width:0;max-width:100%}table{font-size:7.5pt}.plot,.verdicts "
    "li,tr{break-inside:avoid}"
    "figcaption{break-before:avoid}thead "
    "th{position:static}section{margin-top:1.6rem}h2,h3,caption{break-after:avoid}}\n",
    NULL,
};
