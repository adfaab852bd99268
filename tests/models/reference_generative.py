# SPDX-License-Identifier: MIT
"""U-Net, the two autoencoders and the LSTM language model, written here in plain PyTorch: U-Net
after the common public implementation, the others after their definition in docs/models.md."""
import torch
from torch import nn
from torch.nn.functional import cross_entropy, mse_loss

from reference import Reference


class DoubleConv(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.double_conv = nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(),
            nn.Conv2d(outputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU())

    def forward(self, x):
        return self.double_conv(x)


class Down(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.maxpool_conv = nn.Sequential(nn.MaxPool2d(2), DoubleConv(inputs, outputs))

    def forward(self, x):
        return self.maxpool_conv(x)


class Up(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.up = nn.ConvTranspose2d(inputs, inputs // 2, 2, stride=2)
        self.conv = DoubleConv(inputs, outputs)

    def forward(self, x, skip):
        return self.conv(torch.cat([skip, self.up(x)], dim=1))


class OutConv(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 1)

    def forward(self, x):
        return self.conv(x)


class UNet(nn.Module):
    def __init__(self, channels=3, classes=2):
        super().__init__()
        self.inc = DoubleConv(channels, 64)
        self.down1, self.down2 = Down(64, 128), Down(128, 256)
        self.down3, self.down4 = Down(256, 512), Down(512, 1024)
        self.up1, self.up2 = Up(1024, 512), Up(512, 256)
        self.up3, self.up4 = Up(256, 128), Up(128, 64)
        self.outc = OutConv(64, classes)

    def forward(self, x):
        x1 = self.inc(x)
        x2 = self.down1(x1)
        x3 = self.down2(x2)
        x4 = self.down3(x3)
        x = self.up1(self.down4(x4), x4)
        x = self.up4(self.up3(self.up2(x, x3), x2), x1)
        return self.outc(x)


WIDTHS = (3, 32, 64, 128, 256)


class Encoder(nn.ModuleList):
    def __init__(self):
        super().__init__(nn.Conv2d(i, o, 4, 2, 1) for i, o in zip(WIDTHS, WIDTHS[1:]))

    def forward(self, x):
        for layer in self:
            x = torch.relu(layer(x))
        return x


class Decoder(nn.ModuleList):
    def __init__(self):
        super().__init__(nn.ConvTranspose2d(i, o, 4, 2, 1)
                         for i, o in zip(WIDTHS[:0:-1], WIDTHS[-2::-1]))

    def forward(self, x):
        *inner, last = self
        for layer in inner:
            x = torch.relu(layer(x))
        return torch.sigmoid(last(x))


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = Encoder(), Decoder()

    def forward(self, x):
        return self.decoder(self.encoder(x))


class Vae(nn.Module):
    """Without the random draw, which inference leaves out."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.mean, self.log_variance = nn.Linear(4096, 128), nn.Linear(4096, 128)
        self.expand = nn.Linear(128, 4096)
        self.decoder = Decoder()

    def forward(self, x):
        x = self.encoder(x).flatten(1)
        self.distribution = self.mean(x), self.log_variance(x)
        return self.decoder(self.expand(self.distribution[0]).view(-1, 256, 4, 4))

    def loss(self, output, target):
        mean, log_variance = self.distribution
        divergence = -0.5 * (1 + log_variance - mean**2 - log_variance.exp()).sum()
        return (mse_loss(output, target, reduction="sum") + divergence) / len(target)


class LstmLanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10000, 1024)
        self.lstm = nn.LSTM(1024, 1024, num_layers=2, dropout=0.2, batch_first=True)
        self.head = nn.Linear(1024, 10000)

    def forward(self, ids):
        return self.head(self.lstm(self.embedding(ids))[0])


class VaeReference(Reference):
    """The loss needs the distribution that the forward pass left in the network."""

    def __init__(self, **fields):
        super().__init__(forward=self._forward, loss=lambda *args: self._model.loss(*args), **fields)

    def _forward(self, model, inputs):
        self._model = model
        return model(*inputs)


IMAGES = {"shape": [2, 3, 64, 64]}
TOKENS = {"shape": [2, 12], "integers_below": 10000}
REFERENCES = [
    Reference(name="unet", make=UNet, inputs=[{"shape": [2, 3, 32, 32]}],
              target={"shape": [2, 32, 32], "integers_below": 2}),
    Reference(name="autoencoder", make=Autoencoder, inputs=[IMAGES], target=IMAGES, loss=mse_loss),
    VaeReference(name="vae", make=Vae, inputs=[IMAGES], target=IMAGES),
    Reference(name="lstm", make=LstmLanguageModel, inputs=[TOKENS], target=TOKENS,
              loss=lambda output, target: cross_entropy(output.flatten(0, 1), target.flatten()))]
VERSION = "definitions in reference_generative.py"
