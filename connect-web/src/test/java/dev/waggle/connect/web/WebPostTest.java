package dev.waggle.connect.web;

import java.io.IOException;
import java.util.Map;

import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WebPostTest {

    private PretendWeb web;
    private WebPost post;

    @BeforeEach
    void begin() throws IOException {
        web = new PretendWeb().name("site.example", PretendWeb.PUBLIC).page("/hook", "text/plain", "thanks");
        post = WebPost.of(WebPolicy.defaults(), web.network(), World.system(1));
    }

    @AfterEach
    void end() {
        web.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.9.8.7", "192.168.1.1", "169.254.169.254", "::1", "fd00:ec2::254",
        "::ffff:10.0.0.1", PretendWeb.PUBLIC + " 10.0.0.1"})
    void aNameWithAPrivateAddressIsRefusedAndNothingIsSent(String addresses) {
        web.name("inside.example", addresses);

        assertThatThrownBy(() -> post.require("http://inside.example/hook")).isInstanceOf(WebException.class);
        assertThatThrownBy(() -> send("http://inside.example/hook")).isInstanceOf(WebException.class);
        assertThat(web.connections()).isEmpty();
    }

    @Test
    void aNameThatTurnsPrivateAfterItsCheckIsRefusedAtTheNextMessage() throws Exception {
        web.name("changing.example", PretendWeb.PUBLIC, PretendWeb.PUBLIC, "127.0.0.1");
        post.require("http://changing.example/hook");

        assertThat(send("http://changing.example/hook")).isEqualTo(200);
        assertThatThrownBy(() -> send("http://changing.example/hook")).isInstanceOf(WebException.class);
        assertThat(web.connections()).containsExactly(PretendWeb.PUBLIC + " 80");
    }

    @Test
    void aRedirectToAPrivateAddressIsNotFollowed() throws Exception {
        web.redirect("/go", "http://127.0.0.1/hook");

        assertThat(send("http://site.example/go")).isEqualTo(302);
        assertThat(web.connections()).containsExactly(PretendWeb.PUBLIC + " 80");
    }

    private int send(String address) throws WebException, InterruptedException {
        return post.send(address, Map.of("X-Token", "secret"), "application/json", "{}");
    }
}
