//! Style of the page: a neutral background, one colour per status, and a text contrast of at least 4.5 in
//! light and dark mode.

/// The style sheet.
pub(crate) const CSS: &str = r#"
:root{color-scheme:light dark;--page:#f4f5f7;--paper:#fff;--box:#f6f7f9;--rim:#dde1e7;--ink:#1d2430;--quiet:#596273;--line:#8a94a3;
--changed:#0b6e4f;--changed-soft:#e3f4ec;--failed:#b3261e;--failed-soft:#fdeceb;--skipped:#6b5900;--skipped-soft:#faf3d8;
--pending:#1a56b0;--pending-soft:#e8f0fc;--missing:#a04a00;--track:#eef0f4;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media(prefers-color-scheme:dark){:root{--page:#0d1015;--paper:#151a21;--box:#1b212a;--rim:#2a323d;--ink:#e6eaf0;--quiet:#a3adba;
--line:#7b8696;--changed:#6fd3a8;--changed-soft:#12302a;--failed:#ff9d94;--failed-soft:#3a1a1a;--skipped:#e5cf77;--skipped-soft:#322c12;
--pending:#93bdff;--pending-soft:#16263f;--missing:#ffb366;--track:#222a35}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:64rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1,h2,h3,p,ul,ol,dl,dd,pre,table,fieldset{margin:0;padding:0}
h1{font-size:2rem;line-height:1.2;letter-spacing:-.02em;display:flex;flex-wrap:wrap;gap:.3em .45em;align-items:center}
h2{font-size:1.15rem;letter-spacing:-.01em;margin-bottom:.9rem}
h3{font-size:1rem;font-weight:600}
code,pre,.change,.bars code{font-family:var(--mono);font-size:.86em;overflow-wrap:anywhere}
.quiet{color:var(--quiet);font-weight:400}
.host{color:var(--quiet);font-weight:600;overflow-wrap:anywhere}
header>.quiet{margin-top:.35rem;overflow-wrap:anywhere}
section{background:var(--paper);border:1px solid var(--rim);border-radius:14px;padding:1.4rem 1.5rem;margin-top:1.25rem;min-width:0}
footer{margin-top:1.5rem;font-size:.85rem;text-align:center}
.badge{display:inline-block;font-size:.8rem;font-weight:600;line-height:1;letter-spacing:0;padding:.38em .7em;border-radius:99px;
background:var(--track);color:var(--ink);vertical-align:.12em}
.badge.changed{background:var(--changed-soft);color:var(--changed)}
.badge.failed{background:var(--failed-soft);color:var(--failed)}
.badge.skipped{background:var(--skipped-soft);color:var(--skipped)}
.badge.pending{background:var(--pending-soft);color:var(--pending)}
.callout{border-radius:10px;padding:.8rem 1rem;background:var(--changed-soft);color:var(--changed);font-weight:600}
.callout.failed{background:var(--failed-soft);color:var(--failed);margin-top:1rem}
section>.callout:only-child{margin:-.4rem -.5rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.2rem,1fr));gap:.75rem;margin:1.4rem 0 1rem}
.card{background:var(--paper);border:1px solid var(--rim);border-radius:14px;padding:.85rem 1.1rem;display:flex;flex-direction:column}
.card dt{color:var(--quiet);font-size:.85rem}
.card dd{font-size:1.6rem;font-weight:650;line-height:1.25;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.card.changed dd{color:var(--changed)}.card.failed dd{color:var(--failed)}.card.skipped dd{color:var(--skipped)}
.card.pending dd{color:var(--pending)}
.phases{display:flex;gap:3px;height:14px;border-radius:7px;overflow:hidden}
.phases i,.legend i{display:block;background:var(--line)}
.phases i{min-width:3px}
i.compiling{background:#7a5cc0}i.preparing{background:#c07a2c}i.applying{background:#2a7f9e}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.3rem;margin:.7rem 0 1.3rem;font-size:.9rem;color:var(--quiet)}
.legend i{display:inline-block;width:.7em;height:.7em;border-radius:3px;margin-right:.45em}
.legend b{color:var(--ink);font-weight:600;font-variant-numeric:tabular-nums}
.bars{list-style:none;display:grid;gap:.3rem}
.bars li{display:grid;grid-template-columns:minmax(0,20rem) minmax(0,1fr) 5.2rem;gap:.9rem;align-items:center}
.bars code{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.bars b{font-weight:500;font-size:.85rem;text-align:right;font-variant-numeric:tabular-nums;color:var(--quiet)}
.track{display:block;background:var(--track);border-radius:4px;height:10px;overflow:hidden}
.track i{display:block;height:10px;border-radius:4px;background:var(--line)}
.bars .changed i{background:var(--changed)}.bars .failed i{background:var(--failed)}.bars .pending i{background:var(--pending)}
.bars+p{margin-top:.7rem;font-size:.9rem}
.events{list-style:none;display:grid;gap:.8rem}
.events>li{border-left:4px solid var(--rim);padding:.1rem 0 .1rem .95rem;min-width:0}
.events>.changed{border-color:var(--changed)}.events>.failed{border-color:var(--failed)}
.events>.skipped{border-color:var(--skipped)}.events>.pending{border-color:var(--pending)}
.events p.quiet{font-size:.88rem;overflow-wrap:anywhere}
.change{margin-top:.35rem;display:flex;flex-wrap:wrap;gap:.1rem .6rem}
.change.long{display:grid;grid-template-columns:minmax(0,1fr)}
.change del,.diff del{color:var(--failed);text-decoration:none}
.change ins,.diff ins{color:var(--changed);text-decoration:none}
.change del,.change ins{white-space:pre-wrap}
.message{font-size:.92rem;white-space:pre-wrap;overflow-wrap:anywhere}
.failed>.message{color:var(--failed)}
.diff{background:var(--box);border:1px solid var(--rim);border-radius:10px;padding:.7rem .9rem;margin:.5rem 0;overflow-x:auto;line-height:1.45}
.diff i{color:var(--pending);font-style:normal}.diff span{color:var(--quiet)}
.diff>*{overflow-wrap:normal}
.picture{overflow:auto;max-height:80vh;margin:.9rem -.4rem -.4rem;border-radius:10px;background:var(--paper)}
.picture svg{display:block;background:none}
.log ol{list-style:none;font-size:.9rem}
.log li{display:grid;grid-template-columns:4.9rem 4.6rem minmax(0,1fr);gap:0 .6rem;padding:.35rem 0;border-top:1px solid var(--track)}
.log li b{font-weight:600;color:var(--quiet)}
.log time{color:var(--quiet);font-variant-numeric:tabular-nums}
.log div{overflow-wrap:anywhere}
.log code{color:var(--quiet)}
.log .lines{display:block;font-family:var(--mono);font-size:.93em;white-space:pre-wrap}
.log .warning b{color:var(--skipped)}
.log .err b,.log .alert b,.log .emerg b,.log .crit b{color:var(--failed)}
fieldset{border:0;display:flex;flex-wrap:wrap;gap:.4rem;margin-bottom:.9rem}
fieldset label{cursor:pointer;font-size:.88rem;padding:.3em .85em;border:1px solid var(--rim);border-radius:99px}
fieldset label span{color:var(--quiet)}
fieldset input{position:absolute;opacity:0;pointer-events:none}
fieldset input:checked+label{background:var(--ink);color:var(--paper);border-color:var(--ink)}
fieldset input:checked+label span{color:inherit}
fieldset input:focus-visible+label,.picture:focus-visible,.diff:focus-visible,summary:focus-visible{outline:2px solid var(--pending);outline-offset:2px}
.unseen{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.log:has(#notices:checked) :is(.debug,.info),.log:has(#warnings:checked) :is(.debug,.info,.notice),
.log:has(#errors:checked) :is(.debug,.info,.notice,.warning){display:none}
summary{cursor:pointer;border-radius:6px}
summary h2{display:inline;margin:0}
details[open]>summary{margin-bottom:1rem}
.plain{list-style:none;margin:.2rem 0 1rem}
.plain li{padding:.12rem 0;overflow-wrap:anywhere}
details h3{margin-top:.8rem;color:var(--quiet);overflow-wrap:anywhere}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1.2rem 2rem}
table{border-collapse:collapse;width:100%;font-size:.92rem;align-self:start}
caption{text-align:left;font-weight:600;padding-bottom:.3rem}
th{font-weight:400;text-align:left;color:var(--quiet);overflow-wrap:anywhere}
th,td{padding:.22rem 0;border-top:1px solid var(--track)}
td{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;padding-left:1rem}
@media(max-width:640px){main{padding:1.4rem .75rem 3rem}section{padding:1.1rem 1rem;border-radius:12px}h1{font-size:1.6rem}
.cards{grid-template-columns:1fr 1fr;gap:.6rem}.card:last-child:nth-child(odd){grid-column:1/-1}
.bars li{grid-template-columns:minmax(0,1fr) auto;gap:.15rem .6rem;padding-bottom:.35rem}.bars .track{grid-column:1/-1;grid-row:2}
.log li{grid-template-columns:auto 1fr}.log li div{grid-column:1/-1}}
@media print{body{background:#fff}section{break-inside:avoid-page}fieldset,.picture{display:none}}
"#;
