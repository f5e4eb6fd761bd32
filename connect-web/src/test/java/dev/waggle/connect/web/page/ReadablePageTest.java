package dev.waggle.connect.web.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.waggle.signal.Vectors;
import dev.waggle.signal.json.JsonObjectReader;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReadablePageTest {

    private static final String HERE = "https://site.example/dir/page";
    private static final int TWO_MEGABYTES = 2 * 1024 * 1024;

    @Test
    void keepsHeadingsParagraphsAndLists() {
        assertThat(text("""
                <body><h1>One</h1><p>first
                  line<br>second</p><h3>Two</h3>
                <ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><p>end</p>""")).isEqualTo("""
                # One

                first line
                second

                ### Two

                - a
                - b

                  - c

                end""");
    }

    @Test
    void keepsTablesAndCode() {
        assertThat(text("<table><tr><th>a<th>b<tr><td>1<td>2</table><pre>if x:\n\treturn\n\n  y</pre>"))
                .isEqualTo("a | b\n1 | 2\n\nif x:\n    return\n\n  y");
    }

    @Test
    @DisplayName("L11 No program, style, menu or hidden part is told, entities are decoded once")
    void l11TellsOnlyWhatPeopleRead() {
        assertThat(text("""
                <head><style>s{}</style></head><nav>menu</nav><script>x()</script ><SCRIPT>y("</scr")</SCRIPT
                ><noscript>on!</noscript><p>a &amp;lt;b&amp;gt; &#x1F41D; &lt;script&gt;</p>
                <div hidden>h1</div><p style="color:red; display: none">h2</p><i aria-hidden=true>h3</i>
                <template>t</template><svg><text>v</text></svg><textarea>w</textarea><!-- c --><![CDATA[ d ]]>
                <footer>f</footer><script>never closed""")).isEqualTo("a &lt;b&gt; \ud83d\udc1d <script>");
    }

    @Test
    void prefersTheMainPart() {
        String words = "word ".repeat(60).strip();
        assertThat(text("<div>around</div><main><p>" + words + "</main>")).isEqualTo(words);
        assertThat(text("<div>around</div><article><p>" + words + "</article>")).isEqualTo(words);
        assertThat(text("<p>all</p><main>x</main>")).isEqualTo("all\n\nx");
    }

    @Test
    void linksAreWholeWebAddressesAndNoMoreThanFifty() {
        StringBuilder page = new StringBuilder("<base href='/base/'><a href='x'>X <b>y</b></a><a href='x'>again</a>"
                + "<a href='#z'>no</a><a href='javascript:alert(1)'>no</a><a href='mailto:a@b'>no</a><a>no</a>"
                + "<a href='data:text/html,x'>no</a><a href='//other.example/q?a=1&amp;b=2'>O</a>");
        ReadablePage few = ReadablePage.of(page.toString(), HERE);
        for (int i = 0; i < 100; i++) {
            page.append("<a href='").append(i).append("'>n</a>");
        }

        assertThat(few.links()).containsExactly(new PageTextExtractor.PageLink("X y", "https://site.example/base/x"),
                new PageTextExtractor.PageLink("O", "https://other.example/q?a=1&b=2"));
        assertThat(ReadablePage.of(page.toString(), HERE).links()).hasSize(PageTextExtractor.MAX_LINKS);
    }

    @Test
    void nothingInALineCanPassForSomethingElse() {
        assertThat(text("<p>a\u202eb\u001b[2Jc\u0085d\u2028e\u00adf\ud800</p><pre>x\ry</pre>"))
                .isEqualTo("a\\u202eb\\u001b[2Jc\\u0085d\\u2028ef\\ud800\n\nx\ny");
        assertThat(ReadablePage.of("<title>a\n> b</title><meta name=description content='x\u0007\ny'>", HERE))
                .extracting(ReadablePage::title, ReadablePage::description).containsExactly("a > b", "x\\u0007 y");
    }

    @Test
    void anEmptyPageHasNoText() {
        assertThat(ReadablePage.of("", HERE)).isEqualTo(new ReadablePage("", "", List.of(), List.of(), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<!--", "<div>", "<b>", "<a href=x>", "<b><p>", "<table>", "<table>x<b>", "<i><table>",
        "<li>x<ul>", "<svg>", "<x", "</x", "<", "<a b=", "<a b='", "<script>", "<title>", "<![CDATA[", "&", "&#x",
        "<?", "<b></i>", "<font color=", "<p hidden>", "<pre>\n", "<select>", "<template>", "<frameset>"})
    @DisplayName("L11 Two megabytes of anything unclosed are work for a hundred thousand tags")
    void l11WorkIsBounded(String piece) {
        String hostile = piece.repeat(TWO_MEGABYTES / piece.length());
        LimitedHtml markup = LimitedHtml.of(hostile);
        AtomicInteger nodes = new AtomicInteger();
        AtomicInteger depth = new AtomicInteger();
        Document page = ReadablePage.parse(markup, HERE);
        page.traverse((node, at) -> {
            nodes.incrementAndGet();
            depth.accumulateAndGet(at, Math::max);
        });

        assertThat(markup.html().length()).isLessThanOrEqualTo(hostile.length() * 4);
        assertThat(nodes.get()).isLessThan(4 * LimitedHtml.MAX_TAGS);
        assertThat(depth.get()).isLessThanOrEqualTo(ReadablePage.MAX_DEPTH + 2);
        assertThat(ReadablePage.of(hostile, HERE).links()).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    @DisplayName("L11 A hundred thousand nested tags keep their text and fill no stack")
    void l11DeepNestingIsFlattened() {
        ReadablePage deep = ReadablePage.of("<div>".repeat(LimitedHtml.MAX_TAGS - 1) + "deep", HERE);

        assertThat(deep.lines()).containsExactly("deep");
        assertThat(deep.isCut()).isFalse();
    }

    @Test
    void saysWhenTagsWereCutOff() {
        assertThat(ReadablePage.of("<p>x".repeat(LimitedHtml.MAX_TAGS + 1), HERE).isCut()).isTrue();
    }

    @Test
    void namesOfTagsThatNeverEndAreText() {
        assertThat(LimitedHtml.of("<p>a<b<c>d</p>").html()).isEqualTo("<p>a&lt;b<c>d</p>");
        assertThat(LimitedHtml.of("<" + "x".repeat(LimitedHtml.MAX_NAME + 1) + ">").html()).startsWith("&lt;xxx");
        assertThat(LimitedHtml.of("1 < 2 <3 </ <!-- <- -->").html()).isEqualTo("1 < 2 <3 </ <!-- <- -->");
    }

    static Stream<JsonObjectReader> vectors() {
        return JsonObjectReader.root("vectors", Vectors.value(Vectors.file("html.json"))).objects("html").stream();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void agreesWithTheVectorsOnEverythingButLayout(JsonObjectReader vector) {
        ReadablePage read = ReadablePage.of(vector.text("html"), "https://site.example/");

        assertThat(read.title()).isEqualTo(vector.text("title"));
        assertThat(read.description()).isEqualTo(vector.text("description"));
        assertThat(read.links()).isEqualTo(vector.objects("links").stream().map(link -> new PageTextExtractor.PageLink(
                link.text("text"), "https://site.example" + link.text("href"))).toList());
        // Theirs begins with the title of the head; ours marks headings.
        assertThat(vector.text("text").split("\\s+")).endsWith(words(read));
    }

    private static String[] words(ReadablePage read) {
        List<String> words = new ArrayList<>();
        read.lines().forEach(line -> words.addAll(Arrays.asList(line.split("\\s+"))));
        words.removeIf(word -> word.isEmpty() || word.equals("#"));
        return words.toArray(String[]::new);
    }

    private static String text(String html) {
        return String.join("\n", ReadablePage.of(html, HERE).lines());
    }
}
