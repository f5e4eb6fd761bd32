package dev.waggle.connect.web;

import java.io.IOException;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@DisplayName("L9 Places that nobody may reach")
class ForbiddenPlacesTest {

    private PretendWeb web;
    private WebFetch tool;

    @BeforeEach
    void begin() throws IOException {
        web = new PretendWeb().name("site.example", PretendWeb.PUBLIC)
                .page("/", "text/plain", "the secret")
                .page("/fine", "text/plain", "fine");
        tool = new WebFetch(WebPolicy.defaults(), World.system(1), web.network());
    }

    @AfterEach
    void end() {
        web.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1/", "http://localhost/", "http://10.1.2.3/", "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://[fd00:ec2::254]/", "http://[fe80::1]/",
        "http://[::ffff:169.254.169.254]/", "http://0.0.0.0/", "http://2130706433/", "http://0x7f.1/",
        "http://user:pw@site.example/", "file:///etc/passwd", "ftp://site.example/", "http://site.example:22/",
        "http://site.example:6379/", "http://unknown.example/"})
    void l9RefusesThemDirectly(String url) throws InterruptedException {
        web.name("localhost", "127.0.0.1");

        assertThat(PretendWeb.fetch(tool, url)).isInstanceOf(ToolOutcome.Failed.class);
        assertThat(web.connections()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1/", "http://169.254.169.254/", "//10.0.0.1/", "http://inside.example/",
        "file:///etc/passwd", "http://[::ffff:7f00:1]/", "http://site.example:8500/", "gopher://site.example/"})
    void l9RefusesThemByRedirect(String location) throws InterruptedException {
        web.name("inside.example", "10.9.8.7").redirect("/go", location);

        assertThat(PretendWeb.fetch(tool, "http://site.example/go")).isInstanceOf(ToolOutcome.Failed.class);
        assertThat(web.connections()).containsExactly(PretendWeb.PUBLIC + " 80");
    }

    @Test
    void l9ConnectsToWhatWasCheckedWhenANameChangesItsAddress() throws InterruptedException {
        web.name("changing.example", PretendWeb.PUBLIC, "127.0.0.1");

        assertThat(PretendWeb.fetch(tool, "http://changing.example/fine")).isInstanceOf(ToolOutcome.Done.class);
        assertThat(web.lookups()).containsExactly("changing.example");
        assertThat(web.connections()).containsExactly(PretendWeb.PUBLIC + " 80");
    }

    @Test
    void l9ChecksANameAgainOnEachHop() throws InterruptedException {
        web.name("changing.example", PretendWeb.PUBLIC, "127.0.0.1").redirect("/go", "/fine");

        assertThat(WebFetchTest.reason(PretendWeb.fetch(tool, "http://changing.example/go")))
                .isEqualTo("\"changing.example\" is refused: it leads to a loopback address");
        assertThat(web.connections()).containsExactly(PretendWeb.PUBLIC + " 80");
    }

    @Test
    void l9RefusesANameWithOnePrivateAddressAmongPublicOnes() throws InterruptedException {
        web.name("mixed.example", PretendWeb.PUBLIC + " 10.0.0.1");

        assertThat(WebFetchTest.reason(PretendWeb.fetch(tool, "http://mixed.example/")))
                .contains("a private address").doesNotContain("10.0.0.1");
        assertThat(web.connections()).isEmpty();
    }

    @Test
    void anAllowedPlaceIsReachedAndNoOtherPortOfIt() throws InterruptedException {
        web.name("wiki.intra", "10.0.0.5");
        WebFetch allowed = new WebFetch(WebPolicy.defaults().allowing("wiki.intra:8080"), World.system(1),
                web.network());

        assertThat(PretendWeb.fetch(allowed, "http://wiki.intra:8080/fine")).isInstanceOf(ToolOutcome.Done.class);
        assertThat(PretendWeb.fetch(allowed, "http://wiki.intra/fine")).isInstanceOf(ToolOutcome.Failed.class);
        assertThat(PretendWeb.fetch(allowed, "http://10.0.0.5:8080/fine")).isInstanceOf(ToolOutcome.Failed.class);
        assertThat(web.connections()).containsExactly("10.0.0.5 8080");
    }

    @Test
    void aRealServerOnLoopbackIsReachedOnlyWhenAllowed() throws InterruptedException {
        String place = "127.0.0.1:" + web.port();

        assertThat(PretendWeb.fetch(new WebFetch(WebPolicy.defaults(), World.system(1)), "http://" + place + "/fine"))
                .isInstanceOf(ToolOutcome.Failed.class);
        assertThat(PretendWeb.fetch(new WebFetch(WebPolicy.defaults().allowing(place), World.system(1)),
                "http://" + place + "/fine")).isInstanceOf(ToolOutcome.Done.class);
        assertThat(PretendWeb.fetch(new WebFetch(WebPolicy.defaults().withPorts(web.port()), World.system(1)),
                "http://" + place + "/fine")).isInstanceOf(ToolOutcome.Failed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wiki.intra:0", "WIKI:80", "http://wiki:80", "wiki:80/x", "0x7f.1:80", "::1:80",
        "a@b:80", "wiki.intra"})
    void aPlaceThatNoUrlCouldNameIsRefusedAtOnce(String place) {
        assertThatThrownBy(() -> WebPolicy.defaults().allowing(place)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Maybe wiki.intra:80");
    }

    @Test
    void nothingTheModelSaysWidensTheRules() throws InterruptedException {
        ToolOutcome outcome = PretendWeb.call(tool, Map.of("url", JsonValue.of("http://site.example/"), "proxy_url",
                JsonValue.of("http://127.0.0.1:3128")));

        assertThat(WebFetchTest.reason(outcome)).startsWith("proxy_url is unknown");
        assertThat(web.connections()).isEmpty();
    }
}
