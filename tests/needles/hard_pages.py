"""Pages, feeds, documents, mail and prose with one needle each. Where the call asks for a part, the needle stands in that part."""

import base64
import html
import json

from case import grep, hexadecimal, sentence, stamp, word
from texts import Text, base, joined, put


def paragraph_of(random, sentences=5):
    return " ".join(sentence(random, 7, 16).capitalize() + "." for _ in range(sentences))


def page_of(title, body, head=""):
    """A page as sites are: scripts, styles, navigation, and the matter in the middle."""
    links = "".join(f'<li><a href="/docs/{i}">Chapter {i}</a></li>' for i in range(60))
    style = "".join(f".c{i}{{margin:{i}px;padding:0 {i}px}}" for i in range(120))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n<style>{style}</style>\n'
        f'<script>window.__state={{"a":[{",".join(str(i) for i in range(400))}]}};</script>\n{head}</head>\n<body>\n<nav><ul>{links}</ul></nav>\n<main>\n{body}\n</main>\n'
        f"<footer><p>Freight handbook</p></footer>\n</body>\n</html>\n"
    )


def sections_of(random, count, needle_at, needle, level=2):
    """Sections with an id each; the needle's sentence stands in one of them."""
    parts = []
    for i in range(count):
        title = f"{word(random).title()} of the {word(random)}"
        text = [paragraph_of(random) for _ in range(4)]
        if i == needle_at:
            title, text[2] = needle[0], f"{paragraph_of(random, 2)} {needle[1]} {paragraph_of(random, 2)}"
        anchor = title.lower().replace(" ", "-")
        parts.append(f'<h{level} id="{anchor}">{title}</h{level}>\n' + "\n".join(f"<p>{part}</p>" for part in text))
    return "\n".join(parts)


def html_table(random):
    """A table of 500 tariffs; one is in another currency."""
    rows = [f"<tr><td>{word(random)}</td><td>Z{random.randint(1, 9)}</td><td>{random.randint(200, 900)}</td><td>EUR</td></tr>" for _ in range(500)]
    at = random.randint(100, 450)
    rows[at] = rows[at].replace("EUR", "roubles")
    table = "<table>\n<thead><tr><th>carrier</th><th>zone</th><th>cents</th><th>currency</th></tr></thead>\n<tbody>\n" + "\n".join(rows) + "\n</tbody></table>"
    return Text(page_of("Tariffs", f"<h1>Tariffs</h1>\n<p>{paragraph_of(random)}</p>\n{table}"), ("roubles",), "roubles", tool="web_extract", args={"url": "https://freight.example/tariffs"}, own_view=True)


def html_fragment(random):
    """The address ends in a section's name; the answer is a sentence in it."""
    body = "<h1>Handbook</h1>\n" + sections_of(random, 60, 38, ("Return windows", "Unsold pallets go back within 19 working days."))
    return Text(page_of("Handbook", body), ("19 working days",), "19 working days", grep("working days"), tool="web_extract", args={"url": "https://freight.example/handbook#return-windows"}, own_view=True)


def html_query(random):
    """The call asks a question; a section's title has its words."""
    body = "<h1>Handbook</h1>\n" + sections_of(random, 60, 22, ("Customs declarations", "Parcels above 135 EUR need form CN23."))
    return Text(page_of("Handbook", body), ("form CN23",), "form CN23", grep("CN23"), tool="web_extract", args={"url": "https://freight.example/handbook", "query": "customs declarations for parcels"}, own_view=True)


def html_json_ld(random):
    """A shop's page; the price stands in its JSON-LD only."""
    data = json.dumps({"@context": "https://schema.org", "@type": "Product", "name": "Scanner 4", "offers": {"@type": "Offer", "price": "418.60", "priceCurrency": "EUR"}})
    body = "<h1>Scanner 4</h1>\n" + "\n".join(f'<div class="review"><h3>{word(random)}</h3><p>{paragraph_of(random)}</p></div>' for _ in range(180))
    made = page_of("Scanner 4", body, f'<script type="application/ld+json">{data}</script>\n')
    return Text(made, ("418.60",), "418.60", grep("418.60"), tool="web_extract", args={"url": "https://shop.example/scanner-4", "query": "price"}, own_view=True)


def html_minified(random):
    """A page on one line; a list of 700 depots, of which one is closed."""
    items = [f"<li><b>{word(random).title()}</b> depot, zone {random.randint(1, 9)}, open</li>" for _ in range(700)]
    at = random.randint(200, 600)
    items[at] = items[at].replace(", open", ", flooded")
    made = page_of("Depots", "<h1>Depots</h1><ul>" + "".join(items) + "</ul>").replace("\n", "")
    return Text(made, ("flooded",), "flooded", grep("flooded"), tool="browser_snapshot", args={}, own_view=True)


def html_manual(random):
    """A manual page that groff made HTML of; the call asks for one option."""
    text = base("man.html")
    parts = text.split("<p ")
    at = random.randint(120, 180)
    parts[at] = parts[at] + 'style="margin-left:11%;"><b>&minus;&minus;seal&minus;pallets</b>=<i>WAX</i></p>\n\n<p style="margin-left:22%;">Seal each pallet with red wax.</p>\n\n'
    return Text("<p ".join(parts), ("red wax",), "red wax", tool="web_extract", args={"url": "https://freight.example/man1", "query": "--seal-pallets"}, own_view=True)


def html_api(random):
    """A module's page as pydoc makes it; the call asks for one method."""
    text = base("pydoc.html")
    at = text.index("<dl>", text.index('<a name="Ledger">'))
    made = text[:at] + '<dl><dt><a name="Ledger-close_year"><strong>close_year</strong></a>(self, year)</dt><dd><span class="code">Write&nbsp;the&nbsp;balance&nbsp;and&nbsp;lock&nbsp;the&nbsp;year.</span></dd></dl>\n' + text[at:]
    return Text(made, ("close_year",), "close_year", grep("close_year"), tool="web_extract", args={"url": "https://freight.example/freight_plan.html#Ledger-close_year"}, own_view=True)


def feed_rss(random):
    """A feed with 220 items; one is of another category."""
    items = [f"    <item>\n      <title>{sentence(random, 4, 8)}</title>\n      <link>https://news.example/{i}</link>\n      <category>{random.choice(['roads', 'rail'])}</category>\n"
             f"      <pubDate>Sat, 14 Mar 2026 {i // 60 % 24:02}:{i % 60:02}:00 GMT</pubDate>\n      <description>{sentence(random, 15, 30)}</description>\n    </item>" for i in range(220)]
    at = random.randint(60, 200)
    items[at] = items[at].replace("roads", "volcanoes").replace("rail", "volcanoes")
    made = '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n  <channel>\n    <title>Freight news</title>\n' + "\n".join(items) + "\n  </channel>\n</rss>\n"
    return Text(made, ("volcanoes",), "<category>volcanoes", grep("volcanoes"), tool="web_extract", args={"url": "https://news.example/feed.xml"}, own_view=True)


def feed_atom(random):
    """An Atom feed on one line; one of 250 entries has no author."""
    entries = [f"<entry><id>urn:{hexadecimal(random, 12)}</id><title>{sentence(random, 3, 7)}</title><updated>{stamp(500 * i)}</updated><author><name>{word(random)}</name></author><summary>{sentence(random, 10, 20)}</summary></entry>" for i in range(250)]
    entries[131] = f'<entry><id>urn:withdrawn</id><title>{sentence(random)}</title><updated>{stamp(500 * 131)}</updated><summary>{sentence(random, 10, 20)}</summary></entry>'
    made = '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Rails</title>' + "".join(entries) + "</feed>"
    return Text(made, ("urn:withdrawn",), "urn:withdrawn", grep("urn:withdrawn"), tool="web_extract", args={"url": "https://news.example/atom.xml"}, own_view=True)


def xml_configuration(random):
    """1,200 routes as elements with attributes; one has an attribute of its own."""
    rows = [f'  <route id="{i}" from="{word(random)}" to="{word(random)}" carrier="{random.choice(["north", "south"])}"/>' for i in range(1200)]
    at = random.randint(300, 1000)
    rows[at] = rows[at].replace("/>", ' suspended="until-review"/>')
    return Text('<?xml version="1.0"?>\n<routes>\n' + joined(rows) + "</routes>\n", ("until-review",), "until-review", args={"command": "cat routes.xml"}, own_view=True)


def markdown_section(random):
    """A long handbook in Markdown; the call asks for a chapter."""
    lines = ["# Handbook", ""]
    for i in range(70):
        title = "Weighing of livestock" if i == 44 else f"{word(random).title()} and {word(random)}"
        lines += [f"## {title}", "", paragraph_of(random), ""]
        lines += ["Goats are weighed in pairs, never alone.", ""] if i == 44 else [f"- {sentence(random)}" for _ in range(4)] + [""]
    return Text(joined(lines), ("Goats are weighed in pairs",), "Goats are weighed in pairs", tool="mcp__docs__read", args={"page": "handbook", "query": "weighing livestock"})


def markdown_table(random):
    """A table in Markdown; one cell is in another unit."""
    rows = [f"| {word(random)} | {random.randint(10, 90)} kg | {random.choice(['north', 'south'])} |" for _ in range(1500)]
    at = random.randint(200, 1100)
    rows[at] = f"| {word(random)} | 4 stone | north |"
    text = f"# Weights\n\n{paragraph_of(random)}\n\n| name | weight | carrier |\n|---|---|---|\n" + joined(rows) + f"\n{paragraph_of(random)}\n"
    return Text(text, ("4 stone",), "4 stone", tool="mcp__wiki__page", args={"title": "Weights"})


def changelog_version(random):
    """A history of changes by version; the call asks for one version."""
    lines = ["# Changelog", ""]
    for i in range(220, 0, -1):
        lines += [f"## [1.{i // 10}.{i % 10}] - 2025-{i % 12 + 1:02}-{i % 28 + 1:02}", "", "### Fixed", ""] + [f"- {sentence(random, 8, 14)} (#{random.randint(100, 9000)})" for _ in range(5)]
        lines += ["- labels keep their leading zeros"] if i == 97 else []
        lines.append("")
    return Text(joined(lines), ("leading zeros",), "leading zeros", tool="mcp__docs__read", args={"file": "CHANGELOG.md", "version": "1.9.7"})


def yaml_pods(random):
    """`kubectl get pods -o yaml`: one pod waits for its image."""
    lines = ["apiVersion: v1", "items:"]
    for i in range(150):
        waiting = i == 103
        lines += ["- apiVersion: v1", "  kind: Pod", "  metadata:", f"    name: web-{hexadecimal(random, 5)}", "    namespace: shop", f"    uid: {hexadecimal(random, 32)}", "  spec:", "    containers:",
                  f"    - image: registry.example/web:{random.choice(['1.4', '1.5'])}", "      name: web", f"    nodeName: node-{random.randint(1, 9)}", "  status:", "    containerStatuses:",
                  f"    - restartCount: {random.randint(0, 2)}", "      state:"] + (["        waiting:", "          reason: ImagePullBackOff"] if waiting else ["        running:", f"          startedAt: \"{stamp(900 * i)}\""])
        lines += [f"    phase: {'Pending' if waiting else 'Running'}"]
    return Text(joined([*lines, "kind: List"]), ("ImagePullBackOff",), "ImagePullBackOff", args={"command": "kubectl get pods -o yaml"})


def yaml_documents(random):
    """Two hundred documents; one service is open to the world."""
    documents = [f"apiVersion: v1\nkind: Service\nmetadata:\n  name: {word(random)}-{i}\n  labels:\n    team: {word(random)}\nspec:\n  type: ClusterIP\n  ports:\n  - port: {random.randint(80, 9000)}\n    protocol: TCP\n  selector:\n    app: {word(random)}\n" for i in range(300)]
    at = random.randint(80, 250)
    documents[at] = documents[at].replace("ClusterIP", "LoadBalancer")
    return Text("---\n" + "---\n".join(documents), ("LoadBalancer",), "LoadBalancer", args={"command": "helm template ."})


def mail_folder(random):
    """A mailbox; one message comes from outside. One has a picture attached, in base64."""
    messages = []
    for i in range(110):
        sender = "notary@lawyers.example" if i == 77 else f"{word(random)}@freight.example"
        body = paragraph_of(random, 6)
        if i == 40:
            body += "\n\n--part\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(b"\x89PNG\r\n\x1a\n" + random.randbytes(6_000)).decode()
        messages.append(f"From {sender} Sat Mar 14 09:{i % 60:02}:00 2026\nFrom: {sender}\nTo: desk@freight.example\nSubject: {sentence(random, 3, 6)}\nDate: Sat, 14 Mar 2026 09:{i % 60:02}:00 +0000\nMessage-ID: <{hexadecimal(random, 16)}@freight.example>\n\n{body}\n")
    return Text("\n".join(messages), ("notary@lawyers.example",), "From: notary@", grep("From: .*lawyers"), tool="mcp__mail__export", args={"folder": "inbox"})


def transcript_decision(random):
    """A meeting of three people; one sentence is what was decided."""
    lines, people = [], ["Mina", "Ivo", "Tove"]
    for i in range(700):
        lines.append(f"[{9 + i // 360:02}:{i // 6 % 60:02}:{i * 10 % 60:02}] {random.choice(people)}: {sentence(random, 8, 18)}")
    at = random.randint(300, 600)
    lines[at] = lines[at].split("] ")[0] + "] Mina: We decided to close the Bergen depot on 30 June."
    return Text(joined(lines), ("close the Bergen depot",), "close the Bergen depot", tool="mcp__meetings__transcript", args={"query": "what was decided about the Bergen depot"})


def prose_english(random):
    """Forty pages of a report; the call asks for one fact."""
    words = "the depot receives parcels from every carrier and sorts them by zone before the evening train leaves while clerks count pallets and note their weight in a ledger that nobody has opened since spring".split()
    def text():
        return " ".join(" ".join(random.choice(words) for _ in range(random.randint(8, 18))).capitalize() + "." for _ in range(6))

    paragraphs = [text() for _ in range(140)]
    put(random, paragraphs, "The bridge at Voss carries at most 38 tonnes.")
    return Text("\n\n".join(paragraphs), ("38 tonnes",), "38 tonnes", tool="web_extract", args={"url": "https://freight.example/report", "query": "how many tonnes does the bridge at Voss carry"})


def prose_chinese(random):
    """Chinese prose without spaces; the call asks for one fact, in Chinese."""
    signs = "货物每天早上由火车送到仓库工人按照地区分类然后装上汽车送往各地客户收到以后签字确认经理记录重量数量价格时间"
    def line():
        return "".join(random.choice(signs) for _ in range(random.randint(20, 40))) + "。"

    lines = ["".join(line() for _ in range(4)) for _ in range(350)]
    put(random, lines, "卑尔根大桥最多承载三十八吨。")
    return Text("\n".join(lines), ("卑尔根大桥",), "卑尔根大桥最多承载", tool="web_extract", args={"url": "https://freight.example/zh", "query": "卑尔根大桥承载"})


def prose_arabic(random):
    """Arabic prose; one line speaks of the bridge that the call asks for."""
    words = "الشحنة تصل كل صباح إلى المستودع ثم يفرزها العمال حسب المنطقة قبل أن تغادر القطارات في المساء ويسجل الكاتب الوزن والعدد".split()
    lines = [" ".join(random.choice(words) for _ in range(random.randint(14, 26))) + "." for _ in range(450)]
    put(random, lines, "الجسر القديم في برغن لا يحمل أكثر من ثمانية وثلاثين طنا.")
    return Text("\n".join(lines), ("الجسر القديم",), "الجسر القديم في برغن", tool="web_extract", args={"url": "https://freight.example/ar", "query": "الجسر القديم في برغن"})


def prose_other_script(random):
    """Russian prose, and one line in Greek; nobody asks for it."""
    words = "груз приходит каждое утро на склад рабочие сортируют посылки по зонам вечером поезд уходит на север записывают вес".split()
    lines = [" ".join(random.choice(words) for _ in range(random.randint(12, 22))).capitalize() + "." for _ in range(500)]
    put(random, lines, "Η γέφυρα έκλεισε χθες το βράδυ.")
    return Text("\n".join(lines), ("Η γέφυρα",), "Η γέφυρα έκλεισε", tool="web_extract", args={"url": "https://freight.example/ru"})


def picture_in_page(random):
    """A page with two pictures in data URIs, and a notice between them."""
    def picture():
        data = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\x80\0\0\1\xe0\x08\2\0\0\0" + random.randbytes(24_000)
        return f'<p><img alt="{word(random)}" src="data:image/png;base64,{base64.b64encode(data).decode()}"></p>'

    body = f"<h1>Yard</h1>\n<p>{paragraph_of(random)}</p>\n{picture()}\n<p>{html.escape('Gate 7 & 8 stay locked at night.')}</p>\n{picture()}"
    return Text(page_of("Yard", body), ("stay locked at night",), "stay locked at night", grep("stay locked"), tool="web_extract", args={"url": "https://freight.example/yard"}, own_view=True)
