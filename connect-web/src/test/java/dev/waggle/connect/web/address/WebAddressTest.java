package dev.waggle.connect.web.address;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WebAddressTest {

    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {
        "http://example.org http://example.org/",
        "HTTPS://Example.ORG:443/A?b#c https://example.org/A?b",
        "http://example.org.:8080/ http://example.org:8080/",
        "http://example.org?x=1 http://example.org/?x=1",
        "http://example.org:/x http://example.org/x",
        "http://example.org/a/../b/./c http://example.org/b/c",
        "http://example.org/ä http://example.org/%C3%A4",
        "http://example.org/%zz%41 http://example.org/%25zz%41",
        "http://example.org/x|y?[z] http://example.org/x%7Cy?%5Bz%5D",
        "http://bücher.example/ http://xn--bcher-kva.example/",
        "http://８.８.８.８/ http://8.8.8.8/",
        "http://[2606:4700:0::1111]:81/ http://[2606:4700:0:0:0:0:0:1111]:81/",
        "http://[::ffff:127.0.0.1]/ http://127.0.0.1/",
        "http://a_b.example/ http://a_b.example/"})
    void readsEachAddressInOneWay(String written, String read) throws WebException {
        assertThat(WebAddress.parse(written)).hasToString(read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "example.org", "/path", "ftp://example.org/", "file:///etc/passwd",
        "javascript:alert(1)", "data:text/html,x", "gopher://example.org/", "jar:http://example.org/!/", "http:/x",
        "http:example.org", "http://", "http:///x", "http://user@example.org/", "http://user:pw@example.org/",
        "http://example.org@10.0.0.1/", "http://2130706433/", "http://0x7f000001/", "http://0x7f.0.0.1/",
        "http://0177.0.0.1/", "http://127.1/", "http://127.0.1/", "http://1.2.3.4.5/", "http://256.1.1.1/",
        "http://127.0.0.01/", "http://0x/", "http://a.0x7f/", "http://[::1/", "http://[fe80::1%25eth0]/",
        "http://[::1]x/", "http://[127.0.0.1]/", "http://[v1.x]/", "http://a..b/", "http://.a/", "http://a b/",
        "http://a%2eb/", "http://example.org:0/", "http://example.org:65536/", "http://example.org:8x/",
        "http://example.org:80:80/", "http://a\\@b/", "http://example.org/a\nb", "http://example.org/a\rb",
        "http://example.org/\0", "http://-a.example/", "http://①②⑦.1/"})
    void refusesWhatCouldBeReadOtherwise(String written) {
        assertThatThrownBy(() -> WebAddress.parse(written)).isInstanceOf(WebException.class);
    }

    @Test
    void neverRepeatsAPassword() {
        assertThatThrownBy(() -> WebAddress.parse("https://ant:hunter2@example.org/"))
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void refusesEndlessAddresses() {
        assertThatThrownBy(() -> WebAddress.parse("http://example.org/" + "x".repeat(WebAddress.MAX_LENGTH)))
                .hasMessageContaining("at most 8192 characters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {
        "c http://h.example/a/c", "/c http://h.example/c", "?c http://h.example/a/b?c", "../../c http://h.example/c",
        "//other.example/c http://other.example/c", "https://other.example/ https://other.example/",
        "#c http://h.example/a/b?q", "c?d=e:f http://h.example/a/c?d=e:f", "x/y:z http://h.example/a/x/y:z"})
    void followsRedirects(String location, String read) throws WebException {
        assertThat(WebAddress.parse("http://h.example/a/b?q").follow(location)).hasToString(read);
    }
}
